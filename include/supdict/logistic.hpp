// SPDX-License-Identifier: BSD-3-Clause
// Decision functions on codes that are given: multinomial logistic regression,
//
//   minimise over theta   sum_j weight_j C_{y_j}(g(x_j, alpha_j)) + lambda2 (||W||^2 + ||b||^2)
//
// With the bilinear decision this is kernel logistic regression with
// K(1, 2) = alpha_1'alpha_2 x_1'x_2; residuals in place of signals give the Fisher kernel.
#pragma once

#include <span>

#include "supdict/context.hpp"
#include "supdict/decision.hpp"

namespace supdict {

/// Finds theta of `model`, starting from the present one; D does not matter. X is n x m, Alpha k x
/// m, y has m classes. `weights`: one per signal; empty means 1 for each.
template <class T>
SUPDICT_EXPORT void fit_decision(SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                                 ConstMatrixRef<T> Alpha, std::span<const int> y,
                                 std::span<const double> weights, double lambda2,
                                 const Context& context = Context());

}  // namespace supdict
