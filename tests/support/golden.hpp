// SPDX-License-Identifier: BSD-3-Clause
// Golden files: a problem and the numbers that a reference implementation found for it.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "support/problems.hpp"

namespace supdict::testing {

struct Golden {
  std::string name;
  LabelledProblem<double> problem;
  double lambda2 = 0;
  double mu = 0;

  Matrix<double> Alpha;  ///< k x (m p), as in Codes
  Matrix<double> S;      ///< p x m
  std::vector<int> predicted;
  double objective = 0;
  Matrix<double> omega;   ///< p x m
  Matrix<double> grad_D;  ///< shapes of the library
  Matrix<double> grad_W;
  Vector<double> grad_b;
  std::optional<double> gamma;  ///< not in every file
};

Golden read_golden(const std::filesystem::path& path);

/// The *.json files of SUPDICT_GOLDEN_DIR, by default tests/golden, and of its folder penalties,
/// sorted.
std::vector<std::filesystem::path> golden_files();

/// Models of a format such as "1.0", each with the predictions of the version that wrote it.
std::filesystem::path old_models_folder(const std::string& format);

}  // namespace supdict::testing
