// SPDX-License-Identifier: BSD-3-Clause
// How reliable probabilities are: among labels with the probability 0.8, about 80 % should be
// right.
#pragma once

#include <array>
#include <string>
#include <supdict/types.hpp>
#include <vector>

namespace supdict::pictures {

/// Signals whose label has a probability above `low` and up to `high`.
struct ReliabilityBin {
  double low = 0;
  double high = 0;
  Index n = 0;
  Index right = 0;
  double summed = 0;  ///< probabilities of the labels

  /// Mean probability and share of right labels; NaN without signals.
  double confidence() const { return summed / static_cast<double>(n); }
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
};

class Reliability {
 public:
  static constexpr int kBins = 15;

  Reliability();

  /// One signal: probabilities of all classes, the label that was given, the true class.
  void add(const Eigen::Ref<const Vector<double>>& probability, Index label, Index truth);

  Index n() const { return n_; }
  /// Mean of -log of the probability of the true class, with probabilities of at least 1e-15.
  double log_loss() const;
  /// Expected calibration error: the mean over signals of |accuracy - confidence| of their bin.
  double calibration_error() const;
  const std::array<ReliabilityBin, kBins>& bins() const { return bins_; }

 private:
  std::array<ReliabilityBin, kBins> bins_;
  Index n_ = 0;
  double loss_ = 0;
};

/// The reliability diagram and the numbers of signals behind it, as HTML.
std::string reliability_charts(const Reliability& reliability);

}  // namespace supdict::pictures
