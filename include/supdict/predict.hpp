// SPDX-License-Identifier: BSD-3-Clause
// Classification by what a signal costs: class = argmin_l S*_l, probabilities = softmax(-S*).
#pragma once

#include <vector>

#include "supdict/coding.hpp"

namespace supdict {

struct Prediction {
  Matrix<double> costs;          ///< p x m: S_l(alpha), as computed
  Matrix<double> lower;          ///< p x m: lower <= S*_l <= upper, rounding included
  Matrix<double> upper;          ///< p x m
  Matrix<double> probabilities;  ///< p x m
  std::vector<int> label;        ///< m
  /// True where no class can overtake the predicted one inside the bounds: the label is that of the
  /// exact optimum, whatever the tolerance was. What float cannot decide is computed in double.
  std::vector<bool> certified;
  CodingSummary summary;
};

/// Constant memory besides the result: signals are coded in blocks.
template <class T>
SUPDICT_EXPORT Prediction predict(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                                  const CodingOptions& options = {},
                                  const Context& context = Context());

/// g_l(x_j, alpha_j) of given signals and codes (k x m): p x m.
template <class T>
SUPDICT_EXPORT Matrix<double> decision_values(const SupervisedDictionary<T>& model,
                                              ConstMatrixRef<T> X, ConstMatrixRef<T> Alpha);

}  // namespace supdict
