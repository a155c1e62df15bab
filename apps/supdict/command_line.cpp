// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace supdict::app {
namespace {

[[noreturn]] void throw_usage(const std::string& message) {
  throw Error(ErrorCode::kInvalidOption, message);
}

/// CLI11 would take the word behind --out= or --out for the value, even if it is an option. --out=
/// is mostly a variable of the shell without a value; it becomes the words --out and "".
void check_values(const std::deque<Argument>& arguments, std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::size_t end = std::min(words[i].find('='), words[i].size());
    const auto is_named = [&](const Argument& argument) {
      return argument.kind == Kind::kOption && argument.typed_name() == words[i].substr(0, end);
    };
    const auto option = std::find_if(arguments.begin(), arguments.end(), is_named);
    if (option == arguments.end()) continue;
    if (end + 1 == words[i].size()) {
      words[i].pop_back();
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, "");
    } else if (end == words[i].size() &&
               (i + 1 == words.size() || words[i + 1].starts_with("--"))) {
      throw_usage(words[i] + " has no value; expected " + words[i] + " " + option->value);
    }
    if (end == words[i].size()) ++i;
  }
}

CLI::Option* add(CLI::App& app, const Argument& argument, std::string& value) {
  if (argument.kind == Kind::kPositional) return app.add_option(argument.name, value);
  const std::string letter = argument.letter ? std::string("-") + argument.letter + "," : "";
  const std::string name = letter + "--" + argument.name;
  return argument.kind == Kind::kFlag ? app.add_flag(name) : app.add_option(name, value);
}

void parse(CLI::App& app, std::vector<std::string> words, const std::string& command) {
  std::reverse(words.begin(), words.end());  // the order CLI11 expects
  try {
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    std::string extra;
    for (const std::string& word : app.remaining()) {
      extra += (extra.empty() ? "'" : ", '") + word + "'";
    }
    throw_usage("unexpected argument " + extra + " ('supdict " + command + " --help' lists all)");
  } catch (const CLI::ParseError& error) {
    throw_usage(error.what());
  }
}

}  // namespace

CommandLine read_command_line(const std::deque<Argument>& arguments, std::vector<std::string> words,
                              const std::string& command) {
  check_values(arguments, words);
  CommandLine line;
  line.typed.resize(arguments.size());
  CLI::App app;
  app.set_help_flag();
  app.add_flag("-h,--help", line.help_wanted);
  std::vector<CLI::Option*> parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    parsed.push_back(add(app, arguments[i], line.typed[i].value));
    if (arguments[i].kind == Kind::kFlag) continue;
    parsed.back()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  parse(app, std::move(words), command);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Typed& typed = line.typed[i];
    typed.given = parsed[i]->count() > 0;
    if (!typed.given || arguments[i].kind != Kind::kFlag) continue;
    typed.value = parsed[i]->results().back();
    if (typed.value == "true") typed.value = "yes";  // of a flag without a value
  }
  return line;
}

}  // namespace supdict::app
