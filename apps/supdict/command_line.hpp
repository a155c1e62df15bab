// SPDX-License-Identifier: BSD-3-Clause
// The words of a command line, told apart by CLI11: which arguments they give, and their values.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "arguments.hpp"

namespace supdict::app {

/// What the words say of one argument.
struct Typed {
  bool given = false;
  std::string value;  ///< of a flag without a value: yes
};

struct CommandLine {
  std::vector<Typed> typed;  ///< in the order of the arguments
  bool help_wanted = false;
};

/// Throws for words that are no arguments of `command`, and for options without their value.
CommandLine read_command_line(const std::deque<Argument>& arguments, std::vector<std::string> words,
                              const std::string& command);

}  // namespace supdict::app
