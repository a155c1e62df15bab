// SPDX-License-Identifier: BSD-3-Clause
// The change of variables beta_j = w_j alpha_j (packed.hpp) for weights that differ from signal to
// signal: the problem of one signal with its Gram matrix and correlations divided.
//   cost      O(k^2) per signal
#pragma once

#include <algorithm>
#include <limits>

#include "coding/lines.hpp"
#include "coding/problem.hpp"

namespace supdict::coding {

template <class T>
class SignalWeights {
 public:
  /// For lassos over k atoms (padded).
  explicit SignalWeights(Size k) : k_(k), memory_(make_lines<T>(k * (k + 1))) {}

  /// `weights` has n_atoms positive entries. The result is valid until the next call.
  Problem<T> divide(Problem<T> problem, const double* weights, Size n_atoms) {
    T* G = memory_.get();
    T* q = G + k_ * k_;
    std::copy_n(problem.q, k_, q);
    std::copy_n(problem.G, k_ * k_, G);
    for (Size i = 0; i < n_atoms; ++i) {
      q[i] = static_cast<T>(static_cast<double>(q[i]) / weights[i]);
      T* column = G + i * k_;
      for (Size j = 0; j < n_atoms; ++j) {
        column[j] = static_cast<T>(static_cast<double>(column[j]) / (weights[i] * weights[j]));
      }
    }
    problem.q = q;
    problem.G = G;
    const double most = 1 / *std::min_element(weights, weights + n_atoms);
    problem.gram_norm *= most * most * (1 + 1e-9);
    divide_rounding(most, problem.rounding);
    return problem;
  }

  /// alpha to beta, and back.
  static void multiply(const double* weights, Size n_atoms, T* code) {
    for (Size i = 0; i < n_atoms; ++i) {
      code[i] = static_cast<T>(static_cast<double>(code[i]) * weights[i]);
    }
  }
  static void divide(const double* weights, Size n_atoms, T* code) {
    for (Size i = 0; i < n_atoms; ++i) {
      code[i] = static_cast<T>(static_cast<double>(code[i]) / weights[i]);
    }
  }

 private:
  /// Errors and sizes by the largest of the factors, and one more rounding of each number.
  static void divide_rounding(double most, Rounding& rounding) {
    constexpr double kRoundoff = 1.01 * std::numeric_limits<T>::epsilon() / 2;
    constexpr double kTiny = std::numeric_limits<T>::denorm_min();
    rounding.q = most * (rounding.q + kRoundoff * rounding.q_size) * (1 + kRoundoff) + kTiny;
    rounding.G = most * most * (rounding.G + kRoundoff * rounding.G_size) * (1 + kRoundoff) + kTiny;
    rounding.q_size *= most;
    rounding.G_size *= most * most;
  }

  Size k_;
  Lines<T> memory_;
};

}  // namespace supdict::coding
