// SPDX-License-Identifier: BSD-3-Clause
// Classifiers made by hand: pictures do not need good models.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <supdict/dataset.hpp>
#include <vector>

namespace supdict::testing {

struct ModelShape {
  Strategy strategy = Strategy::kPairwise;
  Decision decision = Decision::kLinear;
  Method method = Method::kSdlD;
  std::vector<std::string> labels = {"0", "1", "2"};
  int atoms = 6;
  int height = 5;  ///< 0: not an image, `width` features
  int width = 4;
};

Classifier<float> made_classifier(const ModelShape& shape);

/// Random signals for the classifier, with the labels in turn.
Dataset made_data(const Classifier<float>& classifier, Index m);

/// A note "training" for every part, `points` long.
std::string made_training_note(const Classifier<float>& classifier, int points);

}  // namespace supdict::testing
