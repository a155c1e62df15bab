// SPDX-License-Identifier: BSD-3-Clause
// The errors of a classifier on data, and explanations of single decisions.
#pragma once

#include <supdict/dataset.hpp>
#include <supdict/predictor.hpp>
#include <vector>

#include "pictures/reliability.hpp"

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
  Reliability reliability;   ///< of no signals without labels
  std::vector<Index> order;  ///< signals by growing margin

  Index n_signals() const { return result.scores.cols(); }
  bool labelled() const { return !truth.empty(); }
  Index n_wrong() const { return confusion.sum() - confusion.trace(); }
};

/// The margin of a signal is the score of its true class minus the best other one; without labels,
/// the best score minus the second best.
Evaluation evaluate(const Predictor<float>& predictor, const Dataset& data, const Context& context);

/// How one dictionary sees one signal: the part that decides between its true and its predicted
/// class, or between the two best classes.
struct Explanation {
  const Part<float>* part = nullptr;
  Vector<float> x;                     ///< after preprocessing
  int predicted = 0;                   ///< local class the part prefers
  int other = 0;                       ///< local class it is compared with
  Vector<float> code;                  ///< under the hypothesis `predicted`
  Vector<float> reconstruction;        ///< D code
  Vector<float> other_reconstruction;  ///< under the hypothesis `other`; empty for REC
  std::vector<double> costs;           ///< per local class; the smallest wins
};

Explanation explain(const Predictor<float>& predictor, const Dataset& data,
                    const Evaluation& evaluation, Index signal, const Context& context);

}  // namespace supdict::pictures
