// SPDX-License-Identifier: BSD-3-Clause
#include "arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

namespace supdict::app {
namespace {

std::string with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// Bounds that nobody meets are not shown.
constexpr double kFarAway = 1e5;

[[noreturn]] void throw_usage(const std::string& message) {
  throw Error(ErrorCode::kInvalidOption, message);
}

}  // namespace

std::string Argument::key() const {
  std::string key = name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string text_of(double value) {
  char text[32];
  if (value == std::trunc(value) && std::abs(value) < 1e15) {
    return {text, std::to_chars(text, text + sizeof text, static_cast<long long>(value)).ptr};
  }
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string allowed_text(const Field& field) {
  std::string text;
  for (const std::string& choice : field.choices) text += (text.empty() ? "" : ", ") + choice;
  const bool low = std::isfinite(field.min);
  const bool high = field.max < kFarAway;
  if (low && high && !field.min_excluded)
    text = text_of(field.min) + " .. " + text_of(field.max);
  else if (low)
    text = (field.min_excluded ? "> " : ">= ") + text_of(field.min);
  if (high && (!low || field.min_excluded)) {
    text += (text.empty() ? "<= " : ", <= ") + text_of(field.max);
  }
  return text;
}

void throw_not_a_number(std::string_view name, const std::string& text, bool whole) {
  throw_usage(std::string(name) + " is '" + text + "'; expected a " + (whole ? "whole " : "") +
              "number");
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
  argument.set = [&target](const std::string& text) { target = text; };
}

void Arguments::text(std::string name, std::string value, std::string help, std::string& target,
                     char letter) {
  Argument& argument = add(Kind::kOption, std::move(name), std::move(value), std::move(help));
  argument.fallback = target;
  argument.letter = letter;
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

void Arguments::config(std::string& path) {
  text("config", "FILE",
       "JSON object with options, names as here with _ for -; the command line "
       "wins",
       path);
  arguments_.back().in_config = false;
  config_ = &path;
}

void Arguments::common(CommonOptions& options, bool with_json) {
  number(options.threads,
         Field{.name = "threads",
               .help = "threads; 0: every core. Results do not depend on it",
               .min = 0,
               .max = 1024},
         "General");
  flag("quiet", "say nothing on standard error but warnings and errors", options.quiet, 'q');
  arguments_.back().group = "General";
  if (!with_json) return;
  flag("json", "print the result as JSON", options.json);
  arguments_.back().group = "General";
}

bool Arguments::given(std::string_view name) const {
  return std::any_of(arguments_.begin(), arguments_.end(),
                     [&](const Argument& a) { return a.name == name && a.given; });
}

/// Both spellings, --mu-ramp and --mu_ramp, are one; a name nobody knows gets the nearest one.
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

void Arguments::parse(std::vector<std::string> words) {
  check_spelling(words);
  CLI::App app;
  app.set_help_flag();
  app.add_flag("-h,--help", help_wanted_);
  std::deque<std::string> values(arguments_.size());
  std::vector<CLI::Option*> parsed;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& argument = arguments_[i];
    const std::string letter = argument.letter ? std::string("-") + argument.letter + "," : "";
    const std::string name =
        argument.kind == Kind::kPositional ? argument.name : letter + "--" + argument.name;
    parsed.push_back(argument.kind == Kind::kFlag ? app.add_flag(name)
                                                  : app.add_option(name, values[i]));
    if (argument.kind != Kind::kFlag) {
      parsed.back()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    std::string extra;
    for (const std::string& word : app.remaining())
      extra += (extra.empty() ? "'" : ", '") + word + "'";
    throw_usage("unexpected argument " + extra + " ('supdict " + command_ + " --help' lists all)");
  } catch (const CLI::ParseError& error) {
    throw_usage(error.what());
  }
  if (help_wanted_) return;
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    arguments_[i].given = parsed[i]->count() > 0;
    if (config_ != nullptr && arguments_[i].given && arguments_[i].name == "config") {
      apply_config(values[i]);
    }
  }
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    Argument& argument = arguments_[i];
    if (parsed[i]->count() > 0) argument.set(argument.kind == Kind::kFlag ? "yes" : values[i]);
    if (argument.required && !argument.given) {
      const bool positional = argument.kind == Kind::kPositional;
      throw_usage((positional ? "" : "--") + argument.name + " is missing: " + argument.help +
                  " ('supdict " + command_ + " --help' has examples)");
    }
  }
}

}  // namespace supdict::app
