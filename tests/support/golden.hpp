// SPDX-License-Identifier: BSD-3-Clause
// Golden files: a problem and the numbers a reference implementation found for it.
#pragma once

#include <filesystem>
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
  double gamma = 0;
};

Golden read_golden(const std::filesystem::path& path);

/// The *.json files of SUPDICT_GOLDEN_DIR, by default tests/golden, sorted.
std::vector<std::filesystem::path> golden_files();

}  // namespace supdict::testing
