// SPDX-License-Identifier: BSD-3-Clause
// One input of the fuzzer of model files: loaded, and used if it loads. Shared with the tests,
// which replay the corpus under any compiler.
#pragma once

#include <cstdlib>
#include <string>

#include "supdict/error.hpp"
#include "supdict/model_file.hpp"

namespace supdict::fuzz {

/// True when the bytes are a model. Aborts when such a model breaks its promises.
inline bool classify_bytes(const std::string& bytes) {
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

}  // namespace supdict::fuzz
