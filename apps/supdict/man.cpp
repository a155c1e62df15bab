// SPDX-License-Identifier: BSD-3-Clause
// supdict man: the man page, from the same tables as --help.
#include <algorithm>
#include <supdict/version.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

/// Escapes what roff would interpret.
std::string roff(std::string_view text) {
  std::string safe;
  if (text.starts_with('.') || text.starts_with('\'')) safe += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string item(const std::string& left, const std::string& right) {
  return ".TP\n\\fB" + roff(left) + "\\fR\n" + roff(right) + "\n";
}

std::string section_of(const CommandInfo& info) {
  const auto command = info.make();
  const Arguments arguments = arguments_of(info, *command);
  std::string text =
      ".SS " + roff(usage_line(info, arguments)) + "\n" + roff(info.description) + "\n";
  for (const Argument& argument : arguments.all()) {
    if (argument.kind == Kind::kPositional) text += item(argument.name, argument.help);
  }
  for (const std::string& group : groups_of(arguments)) {
    for (const Argument& argument : arguments.all()) {
      if (argument.kind == Kind::kPositional || argument.group != group) continue;
      text += item(spelling(argument), full_help(argument));
    }
  }
  text += ".PP\nExamples:\n.PP\n.nf\n";
  for (const Example& example : info.examples) {
    text += "# " + roff(example.what) + "\n" + roff(example.line) + "\n";
  }
  return text + ".fi\n";
}

class Man final : public Command {
 public:
  void declare(Arguments&) override {}

  int run() override {
    std::string text = ".TH SUPDICT 1 \"\" \"supdict " + version() + "\" \"User Commands\"\n";
    text += ".SH NAME\nsupdict \\- supervised dictionary learning\n";
    text +=
        ".SH SYNOPSIS\n\\fBsupdict\\fR COMMAND [arguments]\n.br\n\\fBsupdict\\fR COMMAND "
        "\\-\\-help\n";
    text +=
        ".SH DESCRIPTION\nLearns dictionaries for classification: a signal is written as a "
        "sparse sum of a few learned atoms, and its class is the one under which that costs "
        "least. Results go to standard output, everything else to standard error. Option names "
        "may be written with \\- or with _.\n.SH COMMANDS\n";
    for (const CommandInfo& info : command_table()) text += section_of(info);
    text += ".SH EXIT STATUS\n" + item("0", "done") + item("1", "internal error") +
            item("2", "wrong use: unknown command or option, value out of bounds") +
            item("3", "a file cannot be read or written") +
            item("4", "wrong data: format, shape, labels, values that are not finite") +
            item("130", "interrupted (129: hangup, 143: terminated)");
    text += ".SH ENVIRONMENT\n" + item("NO_COLOR", "when set, messages have no colours") +
            item("SUPDICT_SIMD", "none, avx2 or avx512: the instruction set to use") +
            item("XDG_CACHE_HOME", "where fetched data sets are kept");
    write_result("-", text);
    return kOk;
  }
};

}  // namespace

CommandInfo man_command() {
  return {.name = "man",
          .summary = "print the man page",
          .description = "Prints this manual in the format of man.",
          .examples = {{"supdict man > supdict.1", "then: man ./supdict.1"}},
          .make = make_command<Man>};
}

}  // namespace supdict::app
