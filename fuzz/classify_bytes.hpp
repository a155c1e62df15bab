// SPDX-License-Identifier: BSD-3-Clause
// One input of the fuzzer of model files: loads it and, if it is valid, classifies with it. Shared
// with the tests, which replay the corpus with any compiler.
#pragma once

#include <cstdlib>
#include <string>

#include "resealed.hpp"
#include "supdict/error.hpp"
#include "supdict/model_file.hpp"

namespace supdict::fuzz {

/// Classifies with the model if the bytes are one.
inline bool classify_once(const std::string& bytes) {
  try {
    const auto classifier = parse_model<float>(bytes, "memory");
    CodingOptions coding;
    coding.max_iterations = 50;
    const Matrix<float> X = Matrix<float>::Constant(classifier.n_features(), 2, 0.5F);
    const Classification result = classifier.classify(X, coding, Context(1));
    if (result.label.size() != 2) std::abort();
    for (const int label : result.label) {
      if (label < 0 || label >= classifier.n_classes()) std::abort();
    }
    return true;
  } catch (const Error&) {
    return false;  // the one exception a loader may throw
  }
}

/// Whether the bytes are a model. Aborts if the model violates its guarantees.
inline bool classify_bytes(const std::string& bytes) {
  const bool as_they_are = classify_once(bytes);
  return classify_once(resealed_tensors(bytes)) || as_they_are;
}

}  // namespace supdict::fuzz
