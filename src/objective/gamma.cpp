// SPDX-License-Identifier: BSD-3-Clause
// The paper's rule for the scale of lambda0.
//   minimise over gamma in [0, gamma_max]   f(gamma) = sum_j weight_j C_{y_j}(-gamma S*_j)   [E11]
// f is convex; f'(gamma) = sum_j weight_j (S_{y_j} - sum_l softmax(-gamma S_j)[l] S_l). Bisection
// on the sign of f', to the last bit. If every signal is cheapest under its own class, f decreases
// without end.
#include "core/check.hpp"
#include "core/softmax.hpp"
#include "supdict/objective.hpp"

namespace supdict {
namespace {

class CostScale {
 public:
  CostScale(ConstMatrixRef<double> costs, std::span<const int> y, std::span<const double> weights)
      : costs_(costs), y_(y), weights_(weights) {}

  /// f'(gamma).
  double slope(double gamma) const {
    Vector<double> probability(costs_.rows());
    double sum = 0;
    for (Index j = 0; j < costs_.cols(); ++j) {
      core::softmin(costs_.col(j), gamma, probability);
      sum += weight(j) * (probability.array() * (own(j) - costs_.col(j).array())).sum();
    }
    return sum;
  }

  /// Whether every signal is cheapest under its own class.
  bool is_separable() const {
    for (Index j = 0; j < costs_.cols(); ++j) {
      if (weight(j) > 0 && own(j) > costs_.col(j).minCoeff()) return false;
    }
    return true;
  }

 private:
  double own(Index j) const { return costs_(y_[j], j); }
  double weight(Index j) const { return weights_.empty() ? 1 : weights_[j]; }

  ConstMatrixRef<double> costs_;
  std::span<const int> y_;
  std::span<const double> weights_;
};

}  // namespace

ScaleFit fit_gamma(ConstMatrixRef<double> costs, std::span<const int> y,
                   std::span<const double> weights, double gamma_max) {
  core::check_finite("costs", costs);
  core::check_labels(y, costs.cols(), costs.rows());
  core::check_weights(weights, costs.cols());
  core::check_positive("gamma_max", gamma_max);
  const CostScale scale(costs, y, weights);
  if (scale.slope(0) >= 0) return {.gamma = 0, .useless = true};
  if (scale.is_separable()) return {.gamma = gamma_max, .separable = true};
  if (scale.slope(gamma_max) < 0) return {.gamma = gamma_max};
  double low = 0;
  double high = 1;
  while (high < gamma_max && scale.slope(high) < 0) {
    low = high;
    high = std::min(2 * high, gamma_max);
  }
  constexpr int kBisections = 60;  // past the last bit of a double
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (scale.slope(middle) < 0 ? low : high) = middle;
  }
  return {.gamma = 0.5 * (low + high)};
}

}  // namespace supdict
