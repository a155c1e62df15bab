// SPDX-License-Identifier: BSD-3-Clause
// The model of a part whose training ends before its first step. It takes a moment and tells the
// classes apart, so a run that is stopped early still leaves a complete classifier.
#pragma once

#include "training/methods/state.hpp"

namespace supdict::training {

/// D: atoms drawn from the signals; theta as in fit_quick_theta().
template <class T>
void make_quick_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state);

/// Fits theta of state.model by logistic regression on the lasso codes of a few signals.
template <class T>
void fit_quick_theta(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state);

}  // namespace supdict::training
