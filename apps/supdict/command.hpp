// SPDX-License-Identifier: BSD-3-Clause
// What a subcommand is. One file per subcommand; command_table.cpp lists them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <supdict/context.hpp>
#include <vector>

#include "arguments.hpp"
#include "console.hpp"

namespace supdict::app {

/// Exit codes, as documented in docs/command.md. A signal ends with 128 + its number.
enum ExitCode : int {
  kOk = 0,
  kInternalError = 1,
  kUsageError = 2,
  kFileError = 3,
  kDataError = 4,
};

class Command {
 public:
  virtual ~Command() = default;
  /// Names the arguments and binds them to members.
  virtual void declare(Arguments& arguments) = 0;
  /// Returns an exit code; user errors are thrown as supdict::Error.
  virtual int run() = 0;
};

/// A command line and what it does. A test runs the examples of a subcommand in their order.
struct Example {
  std::string_view line;
  std::string_view what;
};

struct CommandInfo {
  std::string_view name;
  std::string_view summary;      ///< one line
  std::string_view description;  ///< a paragraph
  std::vector<Example> examples;
  std::unique_ptr<Command> (*make)();
};

/// All subcommands, in the order of the help.
const std::vector<CommandInfo>& command_table();

/// The arguments of a subcommand, for help, man page and completion.
Arguments arguments_of(const CommandInfo& info, Command& command);

/// The Context for --threads and --device. If the system provides fewer threads, a warning says so.
Context start_work(const CommonOptions& options, const Console& console);

template <class T>
std::unique_ptr<Command> make_command() {
  return std::make_unique<T>();
}

}  // namespace supdict::app
