// SPDX-License-Identifier: BSD-3-Clause
// How a classifier does on data, and why it is wrong where it is.
#pragma once

#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>
#include <vector>

namespace supdict::pictures {

struct Interval {
  double low = 0;
  double high = 0;
};
/// 95 % interval of a share (Wilson's score interval).
Interval wilson_interval(double successes, double count);

struct Evaluation {
  Classification result;
  std::vector<int> truth;    ///< m, or empty without labels
  Matrix<Index> confusion;   ///< p x p: true class, predicted class; empty without labels
  std::vector<Index> order;  ///< signals by growing margin

  Index n_signals() const { return result.scores.cols(); }
  bool labelled() const { return !truth.empty(); }
  Index n_wrong() const { return confusion.sum() - confusion.trace(); }
};

/// The margin of a signal is the score of its true class less the best other one; without labels,
/// the best score less the second best.
Evaluation evaluate(const Classifier<float>& classifier, const Dataset& data,
                    const CodingOptions& coding, const Context& context);

/// What one dictionary makes of one signal: the one that tells its true class from the predicted
/// one, or the two best classes apart.
struct Explanation {
  const Part<float>* part = nullptr;
  Vector<float> x;                     ///< after preprocessing
  int predicted = 0;                   ///< local class the part prefers
  int other = 0;                       ///< local class it is told apart from
  Vector<float> code;                  ///< under the hypothesis `predicted`
  Vector<float> reconstruction;        ///< D code
  Vector<float> other_reconstruction;  ///< under the hypothesis `other`; empty for REC
  std::vector<double> costs;           ///< per local class; the smallest wins
};

Explanation explain(const Classifier<float>& classifier, const Dataset& data,
                    const Evaluation& evaluation, Index signal, const CodingOptions& coding,
                    const Context& context);

}  // namespace supdict::pictures
