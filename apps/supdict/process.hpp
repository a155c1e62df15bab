// SPDX-License-Identifier: BSD-3-Clause
// Runs other programs, without a shell: arguments reach the program unchanged.
#pragma once

#include <string>
#include <vector>

namespace supdict::app {

struct ProcessResult {
  int status = 0;      ///< exit code; 127: there is no such program; 128 + n: ended by signal n
  std::string output;  ///< standard output and standard error together
};

/// Runs words[0], looked up in PATH, in `folder`, without standard input.
ProcessResult run_process(const std::vector<std::string>& words, const std::string& folder = ".");

}  // namespace supdict::app
