// SPDX-License-Identifier: BSD-3-Clause
// softmax(-costs) and the loss C_l(-costs) of one signal, in double.
#pragma once

#include <cmath>

#include "supdict/types.hpp"

namespace supdict::core {

/// probability = softmax(-scale * costs).
inline void softmin(const Eigen::Ref<const Vector<double>>& costs, double scale,
                    Eigen::Ref<Vector<double>> probability) {
  probability = (-scale * (costs.array() - costs.minCoeff())).exp();
  probability /= probability.sum();
}

/// C_label(-scale * costs) = log sum_l exp(scale (costs_label - costs_l)).
inline double softmin_loss(const Eigen::Ref<const Vector<double>>& costs, double scale,
                           Index label) {
  const double lowest = costs.minCoeff();
  const double sum = (-scale * (costs.array() - lowest)).exp().sum();
  return scale * (costs[label] - lowest) + std::log(sum);
}

}  // namespace supdict::core
