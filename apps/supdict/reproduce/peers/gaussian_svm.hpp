// SPDX-License-Identifier: BSD-3-Clause
// Support vector machine with a Gaussian kernel exp(-gamma ||x - y||^2) by libsvm, one per pair of
// classes; most votes win.
#pragma once

#include "reproduce/peers/labelled.hpp"

namespace supdict::app::peers {

struct GaussianSvm {
  double C = 1;
  double gamma = 1;
  double training_error = 0;  ///< of the cross-validation

  /// The best of a grid by five-fold cross-validation on at most `most` signals of unit length.
  static GaussianSvm chosen(const Labelled& train, Index most, int threads);

  std::vector<int> predict(const Labelled& train, const Matrix<float>& X, int threads) const;
};

}  // namespace supdict::app::peers
