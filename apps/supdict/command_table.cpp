// SPDX-License-Identifier: BSD-3-Clause
// The table of subcommands. A new one is a line here and in commands.hpp.
#include "commands.hpp"

namespace supdict::app {

const std::vector<CommandInfo>& command_table() {
  static const std::vector<CommandInfo> table = {
      demo_command(),       train_command(),   tune_command(),        predict_command(),
      evaluate_command(),   encode_command(),  reconstruct_command(), report_command(),
      page_command(),       atoms_command(),   augment_command(),     inspect_command(),
      datasets_command(),   solvers_command(),
#ifdef SUPDICT_HAS_EXPERIMENTS
      reproduce_command(),
#endif
      completion_command(), man_command()};
  return table;
}

Arguments arguments_of(const CommandInfo& info, Command& command) {
  Arguments arguments(info.name);
  command.declare(arguments);
  return arguments;
}

}  // namespace supdict::app
