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
#include <optional>
#include <string>
#include <string_view>
#include <supdict/error.hpp>
#include <supdict/open_choice.hpp>
#include <supdict/options.hpp>
#include <supdict/text.hpp>
#include <vector>

namespace supdict::app {

enum class Kind { kPositional, kOption, kFlag };

/// What a text argument means. Paths are checked before a command runs (paths.hpp). For
/// kOutputOrStream "-" is standard output; kCheckpoint is a folder with the state of a run.
enum class Role {
  kText,
  kInput,
  kOutputFile,
  kOutputOrStream,
  kOutputLog,
  kOutputFolder,
  kCheckpoint
};

struct Argument {
  Kind kind = Kind::kOption;
  std::string name;   ///< as typed, without dashes: "mu-ramp"
  std::string value;  ///< placeholder of the value in help: "NUMBER"
  std::string help;
  std::string group;     ///< heading in help
  std::string fallback;  ///< the default as text; empty: none worth showing
  std::string allowed;   ///< bounds or choices as text
  std::vector<std::string> choices;
  char letter = 0;  ///< short form, or 0
  bool required = false;
  bool in_config = true;
  /// Typed is the name of a file with the value, kept in `file`; config files have it itself.
  bool in_file = false;
  std::string file;
  std::function<void(const std::string&)> set;  ///< flags get "yes" or "no"
  bool given = false;
  Role role = Role::kText;
  const std::string* text = nullptr;  ///< the value, unless it is a number or a flag

  /// As typed: "--out", "DATA".
  std::string typed_name() const;
  /// The path that was given, where the role is one of files.
  const std::string& path() const { return in_file ? file : *text; }
  /// The spelling of the library and of config files: "mu_ramp".
  std::string key() const;
};

/// Options every subcommand has, and --device, which those have that code signals.
struct CommonOptions {
  int threads = 0;
  std::string device = "cpu";
  bool quiet = false;
  bool json = false;
};

struct Typed;

class Arguments {
 public:
  explicit Arguments(std::string_view command) : command_(command) {}

  void positional(std::string name, std::string help, std::string& target, bool required = true);
  void text(std::string name, std::string value, std::string help, std::string& target,
            char letter = 0);
  void flag(std::string name, std::string help, bool& target, char letter = 0);
  /// Sets the role of a text argument that has been declared.
  void role(std::string_view name, Role role);
  void config(std::string& path);
  /// --threads, --quiet and, with `with_json`, --json.
  void common(CommonOptions& options, bool with_json);
  /// The same and --device, for what codes signals.
  void computing(CommonOptions& options, bool with_json);

  template <class Number>
  void number(Number& target, const Field& field, const std::string& group = "Options");
  /// A number that may be left out.
  template <class Number>
  void number(std::optional<Number>& target, const Field& field, const std::string& group);
  /// One of the names of an enum, or yes and no.
  template <Named Value>
  void choice(Value& target, const Field& field, const std::string& group);
  /// Every field of an options struct of the library.
  template <class Options>
  void fields(Options& options, const std::string& group);

  /// Sets what the words after the subcommand say, after the values of a config file, if one is
  /// named. Throws Error(kInvalidOption).
  void parse(std::vector<std::string> words);

  bool given(std::string_view name) const;
  const std::deque<Argument>& all() const { return arguments_; }
  const std::string& command() const { return command_; }
  bool help_wanted() const { return help_wanted_; }

 private:
  Argument& add(Kind kind, std::string name, std::string value, std::string help);
  void check_spelling(std::vector<std::string>& words) const;
  void apply(const std::vector<Typed>& typed);
  void apply_config(const std::string& path);
  static void set_typed(Argument& argument, const std::string& text);

  std::string command_;
  std::string* config_ = nullptr;
  bool help_wanted_ = false;
  std::deque<Argument> arguments_;  // stable addresses
};

/// "0 .. 1", "> 0" or "".
std::string allowed_text(const Field& field);
/// "a, b, c" or "".
std::string allowed_text(const std::vector<std::string>& choices);
[[noreturn]] void throw_not_a_number(std::string_view name, const std::string& text, bool whole);
[[noreturn]] void throw_too_large(std::string_view name, const std::string& text,
                                  const std::string& most);

template <class Number>
Number parse_number(std::string_view name, const std::string& text) {
  const char* const end = text.data() + text.size();
  Number value{};
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec == std::errc() && parsed.ptr == end) return value;
  if constexpr (!std::is_floating_point_v<Number>) {
    // 1e3 and 64.0 are whole numbers too; above 2^53 not every whole number is a double.
    constexpr Number kMost = std::numeric_limits<Number>::max();
    double real = 0;
    const auto as_real = std::from_chars(text.data(), end, real);
    const bool whole = as_real.ec == std::errc() && as_real.ptr == end && is_whole(real);
    if (whole && std::abs(real) <= static_cast<double>(kMost) &&
        (real >= 0 || std::is_signed_v<Number>)) {
      return static_cast<Number>(real);
    }
    const bool digits = parsed.ec == std::errc::result_out_of_range && parsed.ptr == end;
    if ((whole || digits) && real > 0) throw_too_large(name, text, std::to_string(kMost));
  }
  throw_not_a_number(name, text, !std::is_floating_point_v<Number>);
}

template <class Number>
void Arguments::number(Number& target, const Field& field, const std::string& group) {
  constexpr bool kReal = std::is_floating_point_v<Number>;
  Argument& argument = add(Kind::kOption, std::string(field.name), kReal ? "NUMBER" : "INTEGER",
                           std::string(field.help));
  argument.group = group;
  argument.fallback = kReal ? plain_text(static_cast<double>(target)) : std::to_string(target);
  argument.allowed = allowed_text(field);
  argument.set = [&target, field](const std::string& text) {
    const auto value = parse_number<Number>(field.name, text);
    options::check_number(field, static_cast<double>(value));
    target = value;
  };
}

template <class Number>
void Arguments::number(std::optional<Number>& target, const Field& field,
                       const std::string& group) {
  constexpr bool kReal = std::is_floating_point_v<Number>;
  Argument& argument = add(Kind::kOption, std::string(field.name), kReal ? "NUMBER" : "INTEGER",
                           std::string(field.help));
  argument.group = group;
  argument.allowed = allowed_text(field);
  argument.set = [&target, field](const std::string& text) {
    const auto value = options::unless_open(field, parse_number<Number>(field.name, text));
    if (value) options::check_number(field, std::optional(static_cast<double>(*value)));
    target = value;
  };
}

template <Named Value>
void Arguments::choice(Value& target, const Field& field, const std::string& group) {
  Argument& argument = add(Kind::kOption, std::string(field.name), "NAME", std::string(field.help));
  argument.group = group;
  argument.fallback = to_string(target);
  argument.choices = names<Value>();
  argument.allowed = allowed_text(argument.choices);
  argument.set = [&target, name = field.name](const std::string& text) {
    target = parse_name<Value>(name, text);
  };
}

template <class Options>
void Arguments::fields(Options& options, const std::string& group) {
  Options::fields(options, [&](auto& value, const Field& field) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (Named<Value>) {
      choice(value, field, group);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      text(std::string(field.name),
           field.in_file           ? "FILE"
           : field.choices.empty() ? "TEXT"
                                   : "NAME",
           std::string(field.help), value);
      Argument& argument = arguments_.back();
      argument.group = group;
      argument.in_file = field.in_file;
      if (field.in_file) argument.role = Role::kInput;
      argument.allowed = allowed_text(field.choices);
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
