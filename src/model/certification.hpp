// SPDX-License-Identifier: BSD-3-Clause
// Which labels are proven: for all exact costs within their bounds, the vote gives the same class.
#pragma once

#include "supdict/classifier.hpp"

namespace supdict::model {

/// Whether the class `label` is cheapest for all costs within the bounds.
inline bool is_certified(const Eigen::Ref<const Vector<double>>& lower,
                         const Eigen::Ref<const Vector<double>>& upper, Index label) {
  for (Index l = 0; l < lower.size(); ++l) {
    if (l != label && !(lower[l] > upper[label])) return false;
  }
  return true;
}

/// Carries the bounds of m signals through the vote of all parts.
class Certification {
 public:
  Certification(Strategy strategy, int n_classes, Index m);

  /// `classes` as in Part.
  void add(const std::vector<int>& classes, const PartCosts& costs);

  /// One entry per signal: true if no exact costs within the bounds give another label.
  std::vector<bool> proves(const std::vector<int>& label) const;

 private:
  /// One part: a pair of classes, or a class against the rest.
  void add_two(int a, int b, const PartCosts& costs);
  bool surely_above(Index label, Index other, Index j) const;

  Strategy strategy_;
  Matrix<double> fewest_votes_;  ///< pairwise: p x m
  Matrix<double> most_votes_;
  Matrix<double> least_score_;  ///< summed cost differences in favour of the class, or minus costs
  Matrix<double> most_score_;
};

}  // namespace supdict::model
