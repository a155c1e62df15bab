// SPDX-License-Identifier: BSD-3-Clause
#include "model/vote.hpp"

#include <cmath>

#include "core/softmax.hpp"
#include "model/certified.hpp"

namespace supdict::model {
namespace {

/// Squeezes a sum of cost differences into (-1/3, 1/3), so that it only ever breaks ties of votes.
double tie_breaker(double difference) {
  return difference / (3 * (std::abs(difference) + 1));
}

}  // namespace

Ballot::Ballot(Strategy strategy, Vote vote, int n_classes, Index m)
    : strategy_(strategy),
      vote_(vote),
      votes_(Matrix<double>::Zero(n_classes, m)),
      differences_(Matrix<double>::Zero(n_classes, m)),
      probability_(Matrix<double>::Zero(n_classes, m)),
      certified_(static_cast<std::size_t>(m), true) {}

void Ballot::add(const std::vector<int>& classes, const Matrix<double>& costs,
                 const Matrix<double>& gaps, bool certifiable) {
  ++n_parts_;
  if (strategy_ == Strategy::kPairwise) {
    add_pair(classes[0], classes[1], costs);
  } else if (strategy_ == Strategy::kOneVsRest) {
    add_one_vs_rest(classes[1], costs);
  }
  Vector<double> part(costs.rows());
  for (Index j = 0; j < costs.cols(); ++j) {
    if (strategy_ == Strategy::kMulticlass) {
      core::softmin(costs.col(j), 1, part);
      probability_.col(j) += part;
      differences_.col(j).array() += costs.col(j).mean() - costs.col(j).array();
    }
    Index best = 0;
    costs.col(j).minCoeff(&best);
    const auto at = static_cast<std::size_t>(j);
    certified_[at] = certified_[at] && certifiable && is_certified(costs.col(j), gaps.col(j), best);
  }
}

void Ballot::add_pair(int a, int b, const Matrix<double>& costs) {
  Vector<double> part(2);
  for (Index j = 0; j < costs.cols(); ++j) {
    const double difference = costs(1, j) - costs(0, j);
    votes_(difference >= 0 ? a : b, j) += 1;
    differences_(a, j) += difference;
    differences_(b, j) -= difference;
    core::softmin(costs.col(j), 1, part);
    probability_(a, j) += part[0];
    probability_(b, j) += part[1];
  }
}

void Ballot::add_one_vs_rest(int l, const Matrix<double>& costs) {
  Vector<double> part(2);
  for (Index j = 0; j < costs.cols(); ++j) {
    differences_(l, j) += costs(0, j) - costs(1, j);
    core::softmin(costs.col(j), 1, part);
    probability_(l, j) += part[1];
  }
}

Classification Ballot::count() const {
  Classification result;
  if (strategy_ == Strategy::kPairwise) {
    result.scores = vote_ == Vote::kMajority
                        ? Matrix<double>(votes_ + differences_.unaryExpr(&tie_breaker))
                        : probability_;
  } else {
    result.scores = differences_;
  }
  result.probabilities = probability_;
  const Index m = votes_.cols();
  result.label.resize(static_cast<std::size_t>(m));
  for (Index j = 0; j < m; ++j) {
    const double sum = result.probabilities.col(j).sum();
    if (sum > 0) {
      result.probabilities.col(j) /= sum;
    } else {
      result.probabilities.col(j).setConstant(1.0 / static_cast<double>(votes_.rows()));
    }
    Index best = 0;
    result.scores.col(j).maxCoeff(&best);
    result.label[static_cast<std::size_t>(j)] = static_cast<int>(best);
  }
  result.certified = certified_;
  // Votes are exact when every part is certified; sums of costs are not, unless there is one part.
  const bool counts_votes = strategy_ == Strategy::kPairwise && vote_ == Vote::kMajority;
  for (Index j = 0; j < m; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (counts_votes) {
      const double top = votes_.col(j).maxCoeff();
      if ((votes_.col(j).array() == top).count() > 1) result.certified[at] = false;
    } else if (n_parts_ > 1) {
      result.certified[at] = false;
    }
  }
  return result;
}

}  // namespace supdict::model
