// SPDX-License-Identifier: BSD-3-Clause
// Small labelled problems that can be learned quickly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "supdict/trainer.hpp"

namespace supdict::testing {

template <class T>
struct LabelledSignals {
  Matrix<T> X;
  std::vector<std::string> labels;
};

/// Each class has four patterns of its own; a signal is the sum of two of them, two patterns that
/// all classes share, and noise. Coefficients are positive: with random signs only bilinear models
/// could separate the classes.
template <class T>
LabelledSignals<T> mixed_patterns(Index n, Index m, int n_classes, double noise,
                                  std::uint64_t seed);

/// Options for a run of a second or less.
TrainOptions quick_options(Method method = Method::kSdlD);

/// What a run gives a parameter that may be left open.
double chosen_by_training(const LabelledSignals<float>& data, const TrainOptions& options,
                          std::optional<double> TrainOptions::*parameter, int threads = 1);

/// Share of wrong labels.
template <class T>
double error_of(const Classifier<T>& classifier, const LabelledSignals<T>& data);

/// All numbers of a classifier in one vector, to compare bits.
template <class T>
std::vector<T> all_parameters(const Classifier<T>& classifier);

/// A folder of this test that is removed afterwards.
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
