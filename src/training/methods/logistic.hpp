// SPDX-License-Identifier: BSD-3-Clause
// The classifier of REC: multinomial logistic regression on fixed codes.
//   minimise over theta   sum_j weight_j C_{y_j}(g(x_j, alpha_j)) + lambda2 (||W||^2 + ||b||^2)
//   linear     features alpha
//   bilinear   features x alpha' (n k of them), never formed: g_l = sum_i alpha_i x'W_l,i
#pragma once

#include <span>

#include "signals/signal_set.hpp"
#include "supdict/context.hpp"
#include "supdict/decision.hpp"
#include "supdict/objective.hpp"
#include "training/methods/lbfgs.hpp"
#include "training/methods/sparse_codes.hpp"

namespace supdict::training {

/// `weights`: one per signal; empty means 1 for each.
template <class T>
LbfgsSummary fit_logistic(SupervisedDictionary<T>& model, const signals::SignalSet<T>& signals,
                          std::span<const int> y, std::span<const double> weights,
                          const SparseCodes<T>& codes, double lambda2, int max_iterations,
                          const Context& context);

/// Gradient of the sum over X of weight_j C_{y_j}(g(x_j, alpha_j)); empty for D.
template <class T>
Gradient<T> logistic_gradient(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                              std::span<const int> y, std::span<const double> weights,
                              const SparseCodes<T>& codes, const Context& context);

}  // namespace supdict::training
