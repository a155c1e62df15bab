// SPDX-License-Identifier: BSD-3-Clause
#include "model/vote.hpp"

#include <cmath>

#include "model/coupling.hpp"

namespace supdict::model {
namespace {

/// Maps a sum of cost differences into (-1/3, 1/3), so that it can only break ties of votes.
double tie_breaker(double difference) {
  return difference / (3 * (std::abs(difference) + 1));
}

}  // namespace

Ballot::Ballot(Strategy strategy, Vote vote, int n_classes, Index m)
    : strategy_(strategy),
      vote_(vote),
      votes_(Matrix<double>::Zero(n_classes, m)),
      differences_(Matrix<double>::Zero(n_classes, m)) {}

void Ballot::add(const std::vector<int>& classes, const Matrix<double>& costs) {
  if (strategy_ != Strategy::kMulticlass) return add_two(classes[0], classes[1], costs);
  const Eigen::RowVectorXd mean = costs.colwise().mean();
  for (Index i = 0; i < costs.rows(); ++i) {
    differences_.row(classes[i]) += mean - costs.row(i);
  }
}

void Ballot::add_two(int a, int b, const Matrix<double>& costs) {
  for (Index j = 0; j < costs.cols(); ++j) {
    const double difference = costs(1, j) - costs(0, j);
    differences_(b, j) -= difference;
    if (a == kRest) continue;
    differences_(a, j) += difference;
    if (vote_ == Vote::kMajority) {
      votes_(difference >= 0 ? a : b, j) += 1;
    } else {
      votes_(a, j) += pair_probability(difference);
      votes_(b, j) += pair_probability(-difference);
    }
  }
}

Classification Ballot::count() const {
  Classification result;
  if (strategy_ != Strategy::kPairwise) {
    result.scores = differences_;
  } else if (vote_ == Vote::kMajority) {
    result.scores = votes_ + differences_.unaryExpr(&tie_breaker);
  } else {
    result.scores = votes_;
  }
  for (Index j = 0; j < result.scores.cols(); ++j) {
    Index best = 0;
    result.scores.col(j).maxCoeff(&best);
    result.label.push_back(static_cast<int>(best));
  }
  return result;
}

}  // namespace supdict::model
