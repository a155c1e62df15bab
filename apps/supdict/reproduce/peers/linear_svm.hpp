// SPDX-License-Identifier: BSD-3-Clause
// Linear support vector machine by liblinear, one per class against the rest.
#pragma once

#include "reproduce/peers/labelled.hpp"

namespace supdict::app::peers {

struct LinearSvm {
  double C = 1;
  double training_error = 0;  ///< of the cross-validation

  /// The best C of a grid by three-fold cross-validation.
  static LinearSvm chosen(const Labelled& train);

  std::vector<int> predict(const Labelled& train, const Matrix<float>& X) const;
};

}  // namespace supdict::app::peers
