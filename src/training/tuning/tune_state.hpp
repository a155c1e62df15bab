// SPDX-License-Identifier: BSD-3-Clause
// The progress of a search as text, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace supdict::training {

struct TuneState {
  double lambda2 = 0;  ///< chosen by the first trial
  double mu = 0;
  std::vector<std::vector<double>> errors;  ///< of each point of the grid, fold by fold
};

/// `key` identifies data and options of the search.
std::string write_tune_state(const TuneState& state, const std::string& key);

/// Throws Error(kFormat) if the text is damaged, Error(kInvalidOption) if it was written under
/// another key. `name` is the file's name, for messages.
TuneState read_tune_state(std::string_view text, const std::string& name, const std::string& key,
                          std::size_t n_points, int n_folds);

}  // namespace supdict::training
