// SPDX-License-Identifier: BSD-3-Clause
// The subcommands, each defined in the file of its name.
#pragma once

#include "command.hpp"

namespace supdict::app {

CommandInfo atoms_command();
CommandInfo augment_command();
CommandInfo completion_command();
CommandInfo datasets_command();
CommandInfo demo_command();
CommandInfo encode_command();
CommandInfo evaluate_command();
CommandInfo inspect_command();
CommandInfo man_command();
CommandInfo page_command();
CommandInfo predict_command();
CommandInfo reconstruct_command();
CommandInfo report_command();
CommandInfo reproduce_command();
CommandInfo solvers_command();
CommandInfo train_command();
CommandInfo tune_command();

}  // namespace supdict::app
