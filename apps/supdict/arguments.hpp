// SPDX-License-Identifier: BSD-3-Clause
// The arguments of one subcommand. Options of the library come from its own fields() lists; what is
// declared here drives parsing, the config file, --help, the man page and shell completion.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <supdict/error.hpp>
#include <supdict/options.hpp>
#include <vector>

namespace supdict::app {

enum class Kind { kPositional, kOption, kFlag };

struct Argument {
  Kind kind = Kind::kOption;
  std::string name;   ///< as typed, without dashes: "mu-ramp"
  std::string value;  ///< stands for the value in help: "NUMBER"
  std::string help;
  std::string group;     ///< heading in help
  std::string fallback;  ///< the default as text; empty: none worth showing
  std::string allowed;   ///< bounds or choices as text
  std::vector<std::string> choices;
  char letter = 0;  ///< short form, or 0
  bool required = false;
  bool in_config = true;
  std::function<void(const std::string&)> set;  ///< flags get "yes" or "no"
  bool given = false;

  /// The spelling of the library and of config files: "mu_ramp".
  std::string key() const;
};

/// Options every subcommand has.
struct CommonOptions {
  int threads = 0;
  bool quiet = false;
  bool json = false;
};

class Arguments {
 public:
  explicit Arguments(std::string_view command) : command_(command) {}

  void positional(std::string name, std::string help, std::string& target, bool required = true);
  void text(std::string name, std::string value, std::string help, std::string& target,
            char letter = 0);
  void flag(std::string name, std::string help, bool& target, char letter = 0);
  void config(std::string& path);
  /// --threads, --quiet and, with `with_json`, --json.
  void common(CommonOptions& options, bool with_json);

  template <class Number>
  void number(Number& target, const Field& field, const std::string& group = "Options");
  /// Every field of an options struct of the library.
  template <class Options>
  void fields(Options& options, const std::string& group);

  /// Sets what the words after the subcommand say; a config file first, if one is named. Throws
  /// Error(kInvalidOption).
  void parse(std::vector<std::string> words);

  bool given(std::string_view name) const;
  const std::deque<Argument>& all() const { return arguments_; }
  const std::string& command() const { return command_; }
  bool help_wanted() const { return help_wanted_; }

 private:
  Argument& add(Kind kind, std::string name, std::string value, std::string help);
  void check_spelling(std::vector<std::string>& words) const;
  void apply_config(const std::string& path);

  std::string command_;
  std::string* config_ = nullptr;
  bool help_wanted_ = false;
  std::deque<Argument> arguments_;  // stable addresses
};

/// The shortest text that reads back as the number.
std::string text_of(double value);
/// "0 .. 1", "> 0", "a, b, c" or "".
std::string allowed_text(const Field& field);
[[noreturn]] void throw_not_a_number(std::string_view name, const std::string& text, bool whole);

template <class Number>
Number parse_number(std::string_view name, const std::string& text) {
  const char* const end = text.data() + text.size();
  Number value{};
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec == std::errc() && parsed.ptr == end) return value;
  if constexpr (!std::is_floating_point_v<Number>) {
    // 1e3 and 64.0 are whole numbers too; 2^53 is where doubles stop telling them apart.
    double real = 0;
    const auto as_real = std::from_chars(text.data(), end, real);
    const bool whole = as_real.ec == std::errc() && as_real.ptr == end && real == std::trunc(real);
    if (whole &&
        std::abs(real) <=
            std::min(9007199254740992.0, static_cast<double>(std::numeric_limits<Number>::max())) &&
        (real >= 0 || std::is_signed_v<Number>)) {
      return static_cast<Number>(real);
    }
  }
  throw_not_a_number(name, text, !std::is_floating_point_v<Number>);
}

template <class Number>
void Arguments::number(Number& target, const Field& field, const std::string& group) {
  constexpr bool kReal = std::is_floating_point_v<Number>;
  Argument& argument = add(Kind::kOption, std::string(field.name), kReal ? "NUMBER" : "INTEGER",
                           std::string(field.help));
  argument.group = group;
  argument.fallback = kReal ? text_of(static_cast<double>(target)) : std::to_string(target);
  argument.allowed = allowed_text(field);
  argument.set = [&target, field](const std::string& text) {
    const auto value = parse_number<Number>(field.name, text);
    options::check_number(field, static_cast<double>(value));
    target = value;
  };
}

template <class Options>
void Arguments::fields(Options& options, const std::string& group) {
  Options::fields(options, [&](auto& value, const Field& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
      text(std::string(field.name), field.choices.empty() ? "TEXT" : "NAME",
           std::string(field.help), value);
      Argument& argument = arguments_.back();
      argument.group = group;
      argument.allowed = allowed_text(field);
      argument.choices = field.choices;
      argument.set = [&value, field](const std::string& text) {
        options::check_text(field, text);
        value = text;
      };
    } else {
      number(value, field, group);
    }
  });
}

}  // namespace supdict::app
