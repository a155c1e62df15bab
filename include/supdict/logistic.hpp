// SPDX-License-Identifier: BSD-3-Clause
// Decision functions on codes that are given: multinomial logistic regression,
//
//   minimise over theta   sum_j C_{y_j}(g(x_j, alpha_j)) + lambda2 (||W||^2 + ||b||^2)
//
// With the bilinear decision this is kernel logistic regression with
// K(1, 2) = alpha_1'alpha_2 x_1'x_2; residuals in place of signals give the Fisher kernel.
#pragma once

#include <span>

#include "supdict/context.hpp"
#include "supdict/decision.hpp"

namespace supdict {

/// Finds theta of `model`, starting from the one it has; D is not looked at. X is n x m, Alpha k x
/// m, y has m classes.
template <class T>
void fit_decision(SupervisedDictionary<T>& model, ConstMatrixRef<T> X, ConstMatrixRef<T> Alpha,
                  std::span<const int> y, double lambda2, const Context& context = Context());

}  // namespace supdict
