// SPDX-License-Identifier: BSD-3-Clause
#include "model/coupling.hpp"

#include <algorithm>
#include <cmath>

namespace supdict::model {
namespace {

/// Larger differences change no probability noticeably, and within this limit sums of quotients
/// stay far from overflow.
constexpr double kMostDifference = 600;

/// The margin by which the label leads every other class: visible in seven digits.
constexpr double kLead = 1e-5;

}  // namespace

double pair_probability(double difference) {
  return 1 / (1 + std::exp(-std::clamp(difference, -kMostDifference, kMostDifference)));
}

/// Elimination of Grassmann, Taksar and Heyman: the states are removed one after the other, and the
/// visits of each are shared among those that remain. Nothing is subtracted, so small probabilities
/// keep their relative accuracy.
Vector<double> couple_pairs(Matrix<double> win) {
  const Index p = win.rows();
  for (Index k = p - 1; k > 0; --k) {
    const auto leaving = win.col(k).head(k);
    win.row(k).head(k) /= leaving.sum();
    for (Index j = 0; j < k; ++j) win.col(j).head(k) += win(k, j) * leaving;
  }
  Vector<double> probability = Vector<double>::Zero(p);
  probability[0] = 1;
  for (Index k = 1; k < p; ++k) {
    probability[k] = win.row(k).head(k).dot(probability.head(k));
    probability.head(k + 1) /= probability.head(k + 1).sum();
  }
  return probability;
}

void put_first(Index label, Eigen::Ref<Vector<double>> probability) {
  Vector<double> others = probability;
  std::swap(others[label], others[others.size() - 1]);
  auto rest = others.head(others.size() - 1);
  std::sort(rest.begin(), rest.end(), std::greater<>());
  double sum = probability[label];
  double shares = 1 + kLead;
  Index above = 0;
  while (above < rest.size() && rest[above] > sum / shares) {
    sum += rest[above++];
    shares += 1;
  }
  if (above == 0) return;
  const double least = rest[above - 1];
  for (double& value : probability) {
    if (value >= least) value = sum / shares;
  }
  probability[label] = (1 + kLead) * sum / shares;
}

}  // namespace supdict::model
