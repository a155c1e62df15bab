// SPDX-License-Identifier: BSD-3-Clause
// From the costs of parts to scores and probabilities of classes.
#pragma once

#include "supdict/classifier.hpp"

namespace supdict::model {

/// Adds up parts for a chunk of m signals.
class Ballot {
 public:
  Ballot(Strategy strategy, Vote vote, int n_classes, Index m);

  /// `classes` as in Part; costs and gaps p_local x m. `certifiable`: gaps are true bounds.
  void add(const std::vector<int>& classes, const Matrix<double>& costs, const Matrix<double>& gaps,
           bool certifiable);

  /// scores, probabilities, label, certified.
  Classification count() const;

 private:
  void add_pair(int a, int b, const Matrix<double>& costs);
  void add_one_vs_rest(int l, const Matrix<double>& costs);

  Strategy strategy_;
  Vote vote_;
  Index n_parts_ = 0;
  Matrix<double> votes_;        ///< pairwise: votes won
  Matrix<double> differences_;  ///< summed cost differences in favour of the class
  Matrix<double> probability_;  ///< summed probabilities
  std::vector<bool> certified_;
};

}  // namespace supdict::model
