// SPDX-License-Identifier: BSD-3-Clause
// How often a classifier is wrong, for which classes, and how good its probabilities are.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>
#include <utility>

#include "json_text.hpp"
#include "pictures/reliability.hpp"

namespace supdict::app {

/// Throws Error(kInvalidValue) for a label the classifier was not trained with. `before`: samples
/// of the file in chunks that came earlier.
void check_known_labels(const Dataset& truth, const ClassLabels& labels, Index before = 0);

class Evaluation {
 public:
  explicit Evaluation(ClassLabels labels);

  /// Throws Error(kInvalidValue) as check_known_labels() does.
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
  Json bins_json() const;

  ClassLabels labels_;
  Matrix<Index> confusion_;
  pictures::Reliability reliability_;
  Index n_certified_ = 0;
};

}  // namespace supdict::app
