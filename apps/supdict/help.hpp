// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "command.hpp"

namespace supdict::app {

/// What `supdict --help` prints.
std::string overview();
/// What `supdict NAME --help` prints.
std::string help_of(const CommandInfo& info);

/// "supdict train DATA [options]".
std::string usage_line(const CommandInfo& info, const Arguments& arguments);
/// The help of an argument with its choices and default: "... (0 .. 1; default 0.3)".
std::string full_help(const Argument& argument);
/// Headings in the order of their first argument.
std::vector<std::string> groups_of(const Arguments& arguments);
/// "-o, --out MODEL".
std::string spelling(const Argument& argument);

}  // namespace supdict::app
