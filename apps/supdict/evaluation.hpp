// SPDX-License-Identifier: BSD-3-Clause
// How often a classifier is wrong, and where.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>
#include <utility>

#include "json_text.hpp"

namespace supdict::app {

class Evaluation {
 public:
  explicit Evaluation(ClassLabels labels);

  /// Throws Error(kInvalidValue) for a label the classifier was not trained with.
  void add(const Dataset& truth, const Classification& predicted);

  Index n() const { return confusion_.sum(); }
  Index n_wrong() const { return n() - confusion_.diagonal().sum(); }
  double error() const;
  /// Wilson's 95 % interval of the error.
  std::pair<double, double> interval() const;

  /// Rows: true classes, columns: predicted ones.
  const Matrix<Index>& confusion() const { return confusion_; }
  Json json() const;
  std::string text() const;

 private:
  double recall(int l) const;
  double precision(int l) const;

  ClassLabels labels_;
  Matrix<Index> confusion_;
  Index n_certified_ = 0;
};

}  // namespace supdict::app
