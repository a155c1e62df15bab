// SPDX-License-Identifier: BSD-3-Clause
#include "arguments.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <supdict/context.hpp>
#include <supdict/file.hpp>

#include "command_line.hpp"

namespace supdict::app {
namespace {

std::string with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

/// Bytes of a file that holds the value of an option.
constexpr std::uint64_t kMostText = std::uint64_t{1} << 24;

// Bounds this large restrict nobody and are not shown.
constexpr double kFarAway = 1e5;

[[noreturn]] void throw_usage(const std::string& message) {
  throw Error(ErrorCode::kInvalidOption, message);
}

}  // namespace

std::string Argument::typed_name() const {
  return kind == Kind::kPositional ? name : "--" + name;
}

std::string Argument::key() const {
  std::string key = name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string allowed_text(const std::vector<std::string>& choices) {
  std::string text;
  for (const std::string& choice : choices) text += (text.empty() ? "" : ", ") + choice;
  return text;
}

std::string allowed_text(const Field& field) {
  std::string text;
  const bool low = std::isfinite(field.min);
  const bool high = field.max < kFarAway;
  if (low && high && !field.min_excluded)
    text = plain_text(field.min) + " .. " + plain_text(field.max);
  else if (low)
    text = (field.min_excluded ? "> " : ">= ") + plain_text(field.min);
  if (high && (!low || field.min_excluded)) {
    text += (text.empty() ? "<= " : ", <= ") + plain_text(field.max);
  }
  return text;
}

void throw_not_a_number(std::string_view name, const std::string& text, bool whole) {
  throw_usage(std::string(name) + " is '" + text + "'; expected a " + (whole ? "whole " : "") +
              "number");
}

void throw_too_large(std::string_view name, const std::string& text, const std::string& most) {
  throw_usage(std::string(name) + " is " + text + "; expected at most " + most);
}

Argument& Arguments::add(Kind kind, std::string name, std::string value, std::string help) {
  Argument& argument = arguments_.emplace_back();
  argument.kind = kind;
  argument.name = kind == Kind::kPositional ? std::move(name) : with_dashes(std::move(name));
  argument.value = std::move(value);
  argument.help = std::move(help);
  argument.group = "Options";
  argument.in_config = kind != Kind::kPositional;
  return argument;
}

void Arguments::positional(std::string name, std::string help, std::string& target, bool required) {
  Argument& argument = add(Kind::kPositional, std::move(name), "", std::move(help));
  argument.required = required;
  argument.text = &target;
  argument.set = [&target](const std::string& text) { target = text; };
}

void Arguments::text(std::string name, std::string value, std::string help, std::string& target,
                     char letter) {
  Argument& argument = add(Kind::kOption, std::move(name), std::move(value), std::move(help));
  argument.fallback = target;
  argument.letter = letter;
  argument.text = &target;
  argument.set = [&target](const std::string& text) { target = text; };
}

void Arguments::flag(std::string name, std::string help, bool& target, char letter) {
  Argument& argument = add(Kind::kFlag, std::move(name), "", std::move(help));
  argument.letter = letter;
  argument.set = [&target, key = argument.key()](const std::string& text) {
    if (text != "yes" && text != "no") throw_usage(key + " is '" + text + "'; expected yes or no");
    target = text == "yes";
  };
}

void Arguments::role(std::string_view name, Role role) {
  const auto same = [&](const Argument& argument) { return argument.name == name; };
  const auto found = std::find_if(arguments_.begin(), arguments_.end(), same);
  if (found == arguments_.end()) throw std::logic_error("no argument " + std::string(name));
  found->role = role;
}

void Arguments::config(std::string& path) {
  text("config", "FILE",
       "JSON object with options, names as here with _ for -; the command line "
       "wins",
       path);
  arguments_.back().in_config = false;
  arguments_.back().role = Role::kInput;
  config_ = &path;
}

void Arguments::common(CommonOptions& options, bool with_json) {
  number(options.threads,
         Field{.name = "threads",
               .help = "threads; 0: every core. Results do not depend on it",
               .min = 0,
               .max = Context::kMostAskedFor},
         "General");
  flag("quiet", "print only warnings and errors on standard error", options.quiet, 'q');
  arguments_.back().group = "General";
  if (!with_json) return;
  flag("json", "print the result as JSON", options.json);
  arguments_.back().group = "General";
}

void Arguments::computing(CommonOptions& options, bool with_json) {
  text("device", "DEVICE",
       "where signals are coded: cpu; a GPU, cuda or cuda:NUMBER; or auto, a GPU where there is "
       "one and the work is worth it. What a GPU does not serve runs on the CPU",
       options.device);
  arguments_.back().group = "General";
  common(options, with_json);
}

bool Arguments::given(std::string_view name) const {
  return std::any_of(arguments_.begin(), arguments_.end(),
                     [&](const Argument& a) { return a.name == name && a.given; });
}

void Arguments::set_typed(Argument& argument, const std::string& text) {
  if (argument.role != Role::kText && text.empty()) {
    // Mostly a variable of the shell without a value.
    throw_usage(argument.typed_name() + " is empty; expected a path");
  }
  if (argument.in_file) argument.file = text;
  argument.set(argument.in_file ? read_text_file(text, kMostText) : text);
}

/// --mu-ramp and --mu_ramp are the same option; for an unknown name the nearest one is suggested.
void Arguments::check_spelling(std::vector<std::string>& words) const {
  std::vector<std::string> names = {"help"};
  for (const Argument& argument : arguments_) {
    if (argument.kind != Kind::kPositional) names.push_back(argument.name);
  }
  for (std::string& word : words) {
    if (word == "--") return;
    if (!word.starts_with("--")) continue;
    const std::size_t end = std::min(word.find('='), word.size());
    const std::string name = with_dashes(word.substr(2, end - 2));
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      const std::string nearest = options::nearest_name(name, names);
      throw_usage("unknown option '" + word.substr(0, end) + "'" +
                  (nearest.empty() ? "" : "; did you mean '--" + nearest + "'?") + " ('supdict " +
                  command_ + " --help' lists all)");
    }
    word = "--" + name + word.substr(end);
  }
}

/// An option that a config file has too is overridden by the words.
void Arguments::apply(const std::vector<Typed>& typed) {
  for (std::size_t i = 0; i < typed.size(); ++i) {
    arguments_[i].given = typed[i].given;
    if (config_ != nullptr && typed[i].given && arguments_[i].name == "config") {
      apply_config(typed[i].value);
    }
  }
  for (std::size_t i = 0; i < typed.size(); ++i) {
    Argument& argument = arguments_[i];
    if (typed[i].given) set_typed(argument, typed[i].value);
    if (argument.required && !argument.given) {
      throw_usage(argument.typed_name() + " is missing: " + argument.help + " ('supdict " +
                  command_ + " --help' has examples)");
    }
  }
}

void Arguments::parse(std::vector<std::string> words) {
  check_spelling(words);
  const CommandLine line = read_command_line(arguments_, std::move(words), command_);
  help_wanted_ = line.help_wanted;
  if (!help_wanted_) apply(line.typed);
}

}  // namespace supdict::app
