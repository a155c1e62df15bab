// SPDX-License-Identifier: BSD-3-Clause
// One input of the fuzzers of what a run reads besides data: the state of a part, the state of a
// search, a config file. Valid inputs are used.
#pragma once

#include <cstdlib>
#include <string>

#include "resealed.hpp"
#include "supdict/config.hpp"
#include "supdict/error.hpp"
#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"
#include "training/part_file.hpp"
#include "training/tuning/tune_state.hpp"

namespace supdict::fuzz {

inline constexpr const char* kKey = "fuzz";

/// The run whose part states are read: two classes of six signals with four features.
struct TinyRun {
  Matrix<float> X = Matrix<float>::NullaryExpr(
      4, 12, [](Index i, Index j) { return static_cast<float>((3 * i + 5 * j + i * j) % 7) / 7; });
  std::vector<int> y = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  Preprocessing preprocessing;
  TrainOptions options;
  training::PartProblem<float> problem;

  TinyRun() : problem(made_problem()) {}

 private:
  training::PartProblem<float> made_problem() {
    preprocessing.n_raw = X.rows();
    options.method = Method::kSdlD;
    options.strategy = Strategy::kPairwise;
    options.decision = Decision::kLinear;
    options.first_theta = FirstTheta::kZero;
    options.atoms = 2;
    options.kappa = 0.15;
    options.lambda0 = 20;
    options.lambda2 = 0.01;
    options.mu = 1;
    options.iterations = 20;
    options.batch_size = 4;
    options.dictionary_epochs = 1;
    options.coding.max_iterations = 50;
    return training::make_part<float>({0, 1}, 0, X, y, {}, preprocessing, options);
  }
};

/// Resumes a part if these bytes are its state.
inline bool resume_once(const std::string& bytes) {
  static const TinyRun kRun;
  const Context context(1);
  try {
    auto state =
        training::read_part<float>(bytes, training::terms_of(kRun.problem, kRun.options, kKey));
    if (!state.finished) {
      training::find_trainer<float>(kRun.options).step(kRun.problem, kRun.options, context, state);
      ++state.iteration;
    }
    training::add_path_point(kRun.problem, kRun.options, context, 0, state);
    return true;
  } catch (const Error&) {
    return false;  // the one exception a reader may throw
  }
}

inline bool resume_bytes(const std::string& bytes) {
  const bool as_they_are = resume_once(bytes);
  return resume_once(resealed_tensors(bytes)) || as_they_are;
}

/// A search over three points and two folds.
inline bool tune_once(const std::string& text) {
  constexpr std::size_t kPoints = 3;
  constexpr std::size_t kFolds = 2;
  try {
    const auto state = training::read_tune_state(text, "memory", kKey, kPoints, kFolds);
    if (state.errors.size() != kPoints || !(state.mu >= 0 && state.mu <= 1)) std::abort();
    for (const auto& errors : state.errors) {
      if (errors.size() > kFolds) std::abort();
      for (const double error : errors) {
        if (!(error >= 0 && error <= 1)) std::abort();
      }
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

inline bool tune_on_bytes(const std::string& text) {
  const bool as_it_is = tune_once(text);
  return tune_once(resealed_json(text)) || as_it_is;
}

inline bool configure_from_bytes(const std::string& text) {
  try {
    parse_config(text, "memory");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace supdict::fuzz
