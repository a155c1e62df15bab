// SPDX-License-Identifier: BSD-3-Clause
// Training data of the classifiers of other libraries, and how their parameters are chosen.
#pragma once

#include <functional>
#include <string>
#include <supdict/labels.hpp>
#include <supdict/types.hpp>
#include <vector>

namespace supdict::app::peers {

/// Signals as columns, with class numbers 0, 1, ...
struct Labelled {
  Matrix<float> X;
  std::vector<int> y;
  int n_classes = 0;

  Index size() const { return X.cols(); }
  Labelled pick(const std::vector<Index>& columns) const;
};

/// `count` signals at equal distances, or all of them.
Labelled thinned(const Labelled& data, Index count);

/// Share of `predicted` that differs from `expected`.
double error_rate(const std::vector<int>& predicted, const std::vector<int>& expected);

/// The labels that a model trained on `train` predicts for the signals `test` of one fold (every
/// n_folds-th signal).
using Trial = std::function<std::vector<int>(const Labelled& train, const Matrix<float>& test)>;
double fold_error(const Labelled& data, int fold, int n_folds, const Trial& trial);

}  // namespace supdict::app::peers
