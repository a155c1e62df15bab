// SPDX-License-Identifier: BSD-3-Clause
// theta to start from: logistic regression on the lasso codes of all signals of a part.
#pragma once

#include "training/methods/state.hpp"

namespace supdict::training {

/// Sets theta of `state.model`, and lambda0 by the gamma rule unless it is given.
template <class T>
void fit_first_theta(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state);

}  // namespace supdict::training
