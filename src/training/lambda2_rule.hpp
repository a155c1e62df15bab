// SPDX-License-Identifier: BSD-3-Clause
// lambda2 as in Section 5 of the paper: by held-out signals with the fast reconstructive method.
#pragma once

#include <span>
#include <vector>

#include "supdict/trainer.hpp"

namespace supdict::training {

/// The lambda2 with the smallest held-out logistic loss of REC, summed over some of the parts, each
/// learned on some of its signals. `options` are resolved but for lambda2.
template <class T>
double choose_lambda2(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                      std::span<const int> y, const Preprocessing& preprocessing,
                      const TrainOptions& options, const Context& context);

}  // namespace supdict::training
