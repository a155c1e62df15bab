// SPDX-License-Identifier: BSD-3-Clause
// What a part gets when training ends before its first step: in a moment, something that tells its
// classes apart, so that a run that is ended early always leaves a whole classifier.
#pragma once

#include "training/state.hpp"

namespace supdict::training {

/// Atoms drawn from the signals, theta as in hurry_theta().
template <class T>
void make_hurried_model(const PartProblem<T>& problem, const TrainOptions& options,
                        const Context& context, PartState<T>& state);

/// theta of state.model by logistic regression on the lasso codes of a few signals.
template <class T>
void hurry_theta(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
                 PartState<T>& state);

}  // namespace supdict::training
