// SPDX-License-Identifier: BSD-3-Clause
#include "model/certification.hpp"

#include <limits>

namespace supdict::model {
namespace {

/// Sums of bounds are sums in double and round too. Each term is moved outwards by more than it and
/// the additions after it can lose, as long as there are fewer than a million terms.
double outward(double value, double direction) {
  constexpr double kMargin = 1e6 * std::numeric_limits<double>::epsilon();
  return value + direction * kMargin * std::abs(value);
}

}  // namespace

Certification::Certification(Strategy strategy, int n_classes, Index m)
    : strategy_(strategy),
      fewest_votes_(Matrix<double>::Zero(n_classes, m)),
      most_votes_(Matrix<double>::Zero(n_classes, m)),
      least_score_(Matrix<double>::Zero(n_classes, m)),
      most_score_(Matrix<double>::Zero(n_classes, m)) {}

void Certification::add(const std::vector<int>& classes, const PartCosts& costs) {
  if (strategy_ != Strategy::kMulticlass) return add_two(classes[0], classes[1], costs);
  for (Index j = 0; j < costs.lower.cols(); ++j) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const auto row = static_cast<Index>(i);
      least_score_(classes[i], j) -= outward(costs.upper(row, j), 1);
      most_score_(classes[i], j) -= outward(costs.lower(row, j), -1);
    }
  }
}

void Certification::add_two(int a, int b, const PartCosts& costs) {
  for (Index j = 0; j < costs.lower.cols(); ++j) {
    const double least = outward(costs.lower(1, j) - costs.upper(0, j), -1);
    const double most = outward(costs.upper(1, j) - costs.lower(0, j), 1);
    least_score_(b, j) -= most;
    most_score_(b, j) -= least;
    if (a == kRest) continue;
    fewest_votes_(a, j) += least > 0 ? 1 : 0;
    most_votes_(a, j) += most >= 0 ? 1 : 0;
    fewest_votes_(b, j) += most < 0 ? 1 : 0;
    most_votes_(b, j) += least <= 0 ? 1 : 0;
    least_score_(a, j) += least;
    most_score_(a, j) += most;
  }
}

/// Votes decide first; where they may be equal, the sums of cost differences decide.
bool Certification::surely_above(Index label, Index other, Index j) const {
  if (fewest_votes_(label, j) > most_votes_(other, j)) return true;
  return fewest_votes_(label, j) >= most_votes_(other, j) &&
         least_score_(label, j) > most_score_(other, j);
}

std::vector<bool> Certification::proves(const std::vector<int>& label) const {
  std::vector<bool> proven(label.size(), true);
  for (std::size_t i = 0; i < label.size(); ++i) {
    for (Index other = 0; other < least_score_.rows() && proven[i]; ++other) {
      if (other != label[i]) proven[i] = surely_above(label[i], other, static_cast<Index>(i));
    }
  }
  return proven;
}

}  // namespace supdict::model
