// SPDX-License-Identifier: BSD-3-Clause
// The supdict command: finds the subcommand, parses and runs it, turns errors into exit codes.
#include <algorithm>
#include <new>
#include <supdict/error.hpp>
#include <supdict/version.hpp>

#include "command.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "paths.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidOption:
      return kUsageError;
    case ErrorCode::kFile:
      return kFileError;
    case ErrorCode::kInvalidShape:
    case ErrorCode::kInvalidValue:
    case ErrorCode::kFormat:
      return kDataError;
    case ErrorCode::kDevice:
      return kInternalError;
  }
  return kInternalError;
}

const CommandInfo& find_command(const std::string& name) {
  const auto& table = command_table();
  const auto same = [&](const CommandInfo& info) { return info.name == name; };
  const auto found = std::find_if(table.begin(), table.end(), same);
  if (found != table.end()) return *found;
  if (name == "reproduce") {
    throw Error(ErrorCode::kInvalidOption,
                "this supdict was built without the experiments of the paper; 'supdict reproduce' "
                "comes with cmake -DSUPDICT_EXPERIMENTS=ON");
  }
  if (name.starts_with("-")) {
    throw Error(ErrorCode::kInvalidOption,
                "the first word is '" + name +
                    "'; expected a command, with its options behind it ('supdict --help' lists "
                    "the commands)");
  }
  std::vector<std::string> names;
  names.reserve(table.size());
  for (const CommandInfo& info : table) names.emplace_back(info.name);
  options::throw_unknown("command", name, names);
}

int run(std::vector<std::string> words) {
  if (words.empty()) {
    Console::error("no command given; 'supdict --help' lists them");
    return kUsageError;
  }
  const std::string first = words.front();
  words.erase(words.begin());
  if (first == "--version" || first == "version") {
    write_result("-", "supdict " + version() + "\n");
    return kOk;
  }
  const bool help = first == "--help" || first == "-h" || first == "help";
  if (help && words.empty()) {
    write_result("-", overview());
    return kOk;
  }
  if (help) {
    write_result("-", help_of(find_command(words.front())));
    return kOk;
  }
  const CommandInfo& info = find_command(first);
  const auto command = info.make();
  Arguments arguments = arguments_of(info, *command);
  arguments.parse(std::move(words));
  if (arguments.help_wanted()) {
    write_result("-", help_of(info));
    return kOk;
  }
  check_paths(arguments);
  return command->run();
}

}  // namespace
}  // namespace supdict::app

int main(int argc, char** argv) {
  namespace app = supdict::app;
  app::install_signal_handlers();
  try {
    return app::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const supdict::Error& error) {
    app::Console::error(error.what());
    return app::exit_code(error.code());
  } catch (const std::bad_alloc&) {
    app::Console::error("not enough memory");
  } catch (const std::exception& error) {
    app::Console::error(std::string("internal error: ") + error.what());
  }
  return app::kInternalError;
}
