// SPDX-License-Identifier: BSD-3-Clause
// The state of a part as bytes, and back. Every shape and number of a state that training relies on
// is checked against the run; a mismatch is an Error(kFormat).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "training/methods/state.hpp"

namespace supdict::training {

/// What the state of a part must match.
struct PartTerms {
  std::string key;  ///< of data and options of the run
  Index part = 0;
  std::vector<int> classes;
  Decision decision = Decision::kLinear;
  PenaltyOptions penalty;
  Index n_features = 0;
  Index n_atoms = 0;
  Index n_signals = 0;
  Index n_validation = 0;
  Index n_steps = 0;
  bool has_moments = false;  ///< Adam's, until the part is finished
};

template <class T>
PartTerms terms_of(const PartProblem<T>& problem, const TrainOptions& options,
                   const std::string& key);

template <class T>
std::string write_part(const PartState<T>& state, const PartTerms& terms);

template <class T>
PartState<T> read_part(std::string_view bytes, const PartTerms& terms);

}  // namespace supdict::training
