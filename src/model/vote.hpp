// SPDX-License-Identifier: BSD-3-Clause
// From the costs of parts to scores and labels of classes.
#pragma once

#include "supdict/classifier.hpp"

namespace supdict::model {

/// Adds up the votes of all parts for a chunk of m signals.
class Ballot {
 public:
  Ballot(Strategy strategy, Vote vote, int n_classes, Index m);

  /// `classes` as in Part; costs p_local x m.
  void add(const std::vector<int>& classes, const Matrix<double>& costs);

  /// scores and label.
  Classification count() const;

 private:
  /// One part: a pair of classes, or a class against the rest.
  void add_two(int a, int b, const Matrix<double>& costs);

  Strategy strategy_;
  Vote vote_;
  Matrix<double> votes_;        ///< pairwise: votes won, or summed probabilities
  Matrix<double> differences_;  ///< summed cost differences in favour of the class
};

}  // namespace supdict::model
