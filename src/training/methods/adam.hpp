// SPDX-License-Identifier: BSD-3-Clause
// Adam for one block of parameters.
//   m <- beta1 m + (1 - beta1) g,   v <- beta2 v + (1 - beta2) g^2
//   theta <- theta - rate * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
//   source    Kingma, Ba 2015
#pragma once

#include <cmath>

#include "supdict/types.hpp"

namespace supdict::training {

template <class T>
struct Adam {
  Matrix<T> m;
  Matrix<T> v;

  void start(Index rows, Index cols) {
    m.setZero(rows, cols);
    v.setZero(rows, cols);
  }

  /// Step t = 1, 2, ...
  template <class Parameters>
  void step(Parameters& theta, const Matrix<T>& gradient, double rate, double beta2, Index t) {
    constexpr double kBeta1 = 0.9;
    // Gradients are means over a batch of costs of order 1, so this only prevents 0 / 0.
    constexpr double kEpsilon = 1e-8;
    const double correction1 = 1 - std::pow(kBeta1, static_cast<double>(t));
    const double correction2 = 1 - std::pow(beta2, static_cast<double>(t));
    m = T(kBeta1) * m + T(1 - kBeta1) * gradient;
    v = T(beta2) * v + (T(1 - beta2) * gradient.array().square()).matrix();
    const T scale = static_cast<T>(rate / correction1);
    const T root = static_cast<T>(1 / std::sqrt(correction2));
    theta.array() -= scale * m.array() / (root * v.array().sqrt() + T(kEpsilon));
  }
};

}  // namespace supdict::training
