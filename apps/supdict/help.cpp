// SPDX-License-Identifier: BSD-3-Clause
#include "help.hpp"

#include <algorithm>
#include <supdict/model_file.hpp>

namespace supdict::app {
namespace {

constexpr std::size_t kWidth = 88;
constexpr std::size_t kIndent = 28;

/// Wraps at blanks; every line but the first is indented by `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > kWidth) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string entry(const std::string& left, const std::string& right) {
  std::string line = "  " + left;
  line += line.size() + 2 > kIndent ? "\n" + std::string(kIndent, ' ')
                                    : std::string(kIndent - line.size(), ' ');
  return line + wrapped(right, kIndent) + "\n";
}

}  // namespace

std::string spelling(const Argument& argument) {
  if (argument.kind == Kind::kPositional) return argument.name;
  std::string text = argument.letter ? std::string("-") + argument.letter + ", " : "";
  text += "--" + argument.name;
  return argument.value.empty() ? text : text + " " + argument.value;
}

std::string full_help(const Argument& argument) {
  std::string notes = argument.allowed;
  if (!argument.fallback.empty()) {
    notes += (notes.empty() ? "default " : "; default ") + argument.fallback;
  }
  return notes.empty() ? argument.help : argument.help + " (" + notes + ")";
}

std::vector<std::string> groups_of(const Arguments& arguments) {
  std::vector<std::string> groups;
  for (const Argument& argument : arguments.all()) {
    if (argument.kind == Kind::kPositional) continue;
    if (std::find(groups.begin(), groups.end(), argument.group) == groups.end()) {
      groups.push_back(argument.group);
    }
  }
  return groups;
}

std::string usage_line(const CommandInfo& info, const Arguments& arguments) {
  std::string line = "supdict " + std::string(info.name);
  for (const Argument& argument : arguments.all()) {
    if (argument.kind != Kind::kPositional) continue;
    line += argument.required ? " " + argument.name : " [" + argument.name + "]";
  }
  return line + " [options]";
}

std::string help_of(const CommandInfo& info) {
  const auto command = info.make();
  const Arguments arguments = arguments_of(info, *command);
  std::string text = "usage: " + usage_line(info, arguments) + "\n\n" +
                     wrapped(info.description, 0) + "\n\nArguments:\n";
  for (const Argument& argument : arguments.all()) {
    if (argument.kind == Kind::kPositional) text += entry(argument.name, argument.help);
  }
  for (const std::string& group : groups_of(arguments)) {
    text += "\n" + group + ":\n";
    for (const Argument& argument : arguments.all()) {
      if (argument.kind == Kind::kPositional || argument.group != group) continue;
      text += entry(spelling(argument), full_help(argument));
    }
  }
  text += entry("-h, --help", "this text");
  text += "\nExamples:\n";
  for (const Example& example : info.examples) {
    text += "  # " + std::string(example.what) + "\n  " + std::string(example.line) + "\n";
  }
  return text;
}

std::string overview() {
  std::string text =
      "usage: supdict COMMAND [arguments]\n\n"
      "Learns dictionaries for classification: signals as sparse sums of a few learned atoms, and "
      "the\nclass under which that costs least.\n\nCommands:\n";
  for (const CommandInfo& info : command_table()) {
    text += entry(std::string(info.name), std::string(info.summary));
  }
  return text +
         "\n  supdict COMMAND --help    options and examples of a command\n"
         "  supdict --version\n\nExamples:\n"
         "  supdict demo\n"
         "  supdict train digits.csv --out digits.model\n"
         "  supdict evaluate digits.model test.csv\n\n"
         "Exit codes: 0 done, 1 internal error, 2 wrong use, 3 file cannot be read or written,\n"
         "4 wrong data, 130 interrupted (129: hangup, 143: terminated).\n";
}

}  // namespace supdict::app
