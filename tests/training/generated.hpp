// SPDX-License-Identifier: BSD-3-Clause
// Small labelled problems that can be learned.
#pragma once

#include <string>
#include <vector>

#include "supdict/trainer.hpp"

namespace supdict::testing {

template <class T>
struct LabelledSignals {
  Matrix<T> X;
  std::vector<std::string> labels;
};

/// Each class has four patterns of its own; a signal adds two of them, two patterns that all
/// classes share, and noise. Coefficients are positive: with random signs only bilinear models can
/// tell the classes apart.
template <class T>
LabelledSignals<T> mixed_patterns(Index n, Index m, int n_classes, double noise,
                                  std::uint64_t seed);

/// Options for a run of a second or less.
TrainOptions quick_options();

/// Share of wrong labels.
template <class T>
double error_of(const Classifier<T>& classifier, const LabelledSignals<T>& data);

/// All numbers of a classifier in one vector, to compare bits.
template <class T>
std::vector<T> all_parameters(const Classifier<T>& classifier);

/// A folder of this test that is gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace supdict::testing
