// SPDX-License-Identifier: BSD-3-Clause
// The paper's scale for lambda0.
//   minimise over gamma in [0, gamma_max]   f(gamma) = sum_j C_{y_j}(-gamma S*_j)           [E11]
// f is convex; f'(gamma) = sum_j (S_{y_j} - sum_l softmax(-gamma S_j)[l] S_l). Bisection on the
// sign of f', to the last bit. Where every signal costs least under its own class f falls for ever.
#include "core/check.hpp"
#include "core/softmax.hpp"
#include "supdict/objective.hpp"

namespace supdict {
namespace {

double slope(ConstMatrixRef<double> costs, std::span<const int> y, double gamma) {
  Vector<double> probability(costs.rows());
  double sum = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    core::softmin(costs.col(j), gamma, probability);
    const double own = costs(y[static_cast<std::size_t>(j)], j);
    sum += (probability.array() * (own - costs.col(j).array())).sum();
  }
  return sum;
}

/// No class costs any signal less than its own one.
bool is_separable(ConstMatrixRef<double> costs, std::span<const int> y) {
  for (Index j = 0; j < costs.cols(); ++j) {
    if (costs(y[static_cast<std::size_t>(j)], j) > costs.col(j).minCoeff()) return false;
  }
  return true;
}

}  // namespace

ScaleFit fit_gamma(ConstMatrixRef<double> costs, std::span<const int> y, double gamma_max) {
  core::check_finite("costs", costs);
  core::check_labels(y, costs.cols(), costs.rows());
  core::check_positive("gamma_max", gamma_max);
  if (slope(costs, y, 0) >= 0) return {.gamma = 0, .useless = true};
  if (is_separable(costs, y)) return {.gamma = gamma_max, .separable = true};
  if (slope(costs, y, gamma_max) < 0) return {.gamma = gamma_max};
  double low = 0;
  double high = 1;
  while (high < gamma_max && slope(costs, y, high) < 0) {
    low = high;
    high = std::min(2 * high, gamma_max);
  }
  constexpr int kBisections = 60;  // past the last bit of a double
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (slope(costs, y, middle) < 0 ? low : high) = middle;
  }
  return {.gamma = 0.5 * (low + high)};
}

}  // namespace supdict
