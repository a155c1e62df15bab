// SPDX-License-Identifier: BSD-3-Clause
// lambda2 as in Section 5 of the paper: chosen on held-out signals with the fast reconstructive
// method.
#pragma once

#include <optional>

#include "training/progress/run_control.hpp"
#include "training/rules/trial.hpp"

namespace supdict::training {

/// Used if nothing can be held out; for signals of weight 1, like the grid of the rule.
inline constexpr double kUsualLambda2 = 0.02;

/// The lambda2 with the smallest held-out logistic loss of REC, summed over the parts. Nothing if
/// the choice has to end early.
template <class T>
std::optional<double> choose_lambda2(const Trial<T>& trial, RunControl& control,
                                     const Context& context);

}  // namespace supdict::training
