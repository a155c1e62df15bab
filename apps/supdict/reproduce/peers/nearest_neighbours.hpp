// SPDX-License-Identifier: BSD-3-Clause
// k nearest neighbours in the Euclidean distance, by exhaustive search.
#pragma once

#include "reproduce/peers/labelled.hpp"

namespace supdict::app::peers {

struct NearestNeighbours {
  int k = 1;
  double training_error = 0;  ///< leave-one-out, on at most 5000 training signals

  /// k of 1, 3, 5, 7, 9 with the fewest such errors.
  static NearestNeighbours chosen(const Labelled& train, int threads);

  std::vector<int> predict(const Labelled& train, const Matrix<float>& X, int threads) const;
};

}  // namespace supdict::app::peers
