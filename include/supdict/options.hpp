// SPDX-License-Identifier: BSD-3-Clause
// Options are declared once. An options struct is a plain aggregate with a default on each member
// and one static function
//
//   template <class Self, class Visitor>
//   static void fields(Self& self, Visitor&& visit) {
//     visit(self.tolerance, Field{.name = "tolerance", .help = "...", .min = 0, .max = 1});
//   }
//
// and that list drives validation, JSON, the command line, Python keywords and docs/parameters.md.
//
//   enum            a choice: text is one of names_of() (supdict/names.hpp)
//   bool            a choice spelled as Field::choices says, "no" or "yes"; without, true or false
//   std::string     any text, or one of Field::choices where a table of the library has the names
//   std::optional   without a value it is left open: the library chooses, or there is no limit.
//                   None in Python; in JSON null, or Field::open
//
// Rules that concern several fields stand in an optional member function check().
//
// Results declare what they tell in the same way, and JSON (fields_json.hpp) and Python read it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "supdict/export.hpp"
#include "supdict/names.hpp"

namespace supdict {

struct Field {
  std::string_view name;
  std::string_view help = {};
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_excluded = false;
  std::vector<std::string> choices = {};  ///< of a std::string (empty: any text) or a bool
  /// Of a std::optional: the number that files, the command and Python may give for "left open",
  /// and that JSON is written with, so that files stay as they always were. In C++ it is out of
  /// bounds like any other.
  std::optional<double> open = {};
  bool in_file = false;  ///< of a std::string: the command takes the name of a file with the text
  bool newer = false;    ///< of a result: files of older versions lack it, which leaves its default
  /// Of an option younger than the files: they have it only where it is not empty, 0 or the first
  /// choice, so that others stay as they always were.
  bool if_used = false;
};

namespace options {

template <class Value>
inline constexpr bool kMayBeOpen = false;
template <class Value>
inline constexpr bool kMayBeOpen<std::optional<Value>> = true;

/// Whether a struct declares fields(). @hideinitializer
template <class Value>
inline constexpr bool kHasFields = requires(const Value& value) {
  Value::fields(value, [](const auto&, const Field&) {});
};

/// Throws Error(kInvalidOption) naming the field, its value and the bound. NaN never passes.
SUPDICT_EXPORT void check_number(const Field& field, double value);
/// The same for a field that may be left open; the message says so.
SUPDICT_EXPORT void check_number(const Field& field, const std::optional<double>& value);
SUPDICT_EXPORT void check_text(const Field& field, const std::string& value);
/// A choice that is none of its enum: a number that was cast.
[[noreturn]] SUPDICT_EXPORT void throw_no_choice(const Field& field,
                                                 const std::vector<std::string>& names);

/// What text may be given for a field; empty: any text, or a number.
template <class Value>
std::vector<std::string> choices_of(const Field& field) {
  if constexpr (Named<Value>) {
    return names<Value>();
  } else {
    return field.choices;
  }
}

/// The number as it was given, or nothing where it stands for "left open".
template <class Number>
std::optional<Number> unless_open(const Field& field, Number given) {
  if (field.open && static_cast<double>(given) == *field.open) return std::nullopt;
  return given;
}

/// Whether files leave the member out.
template <class Value>
bool is_left_out(const Value& value, const Field& field) {
  if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                std::is_same_v<Value, std::string>) {
    return field.if_used && value == Value();
  } else {
    return false;
  }
}

/// Calls write(...) with what a file says of a member: a text, a number, true or false, or nullptr.
template <class Value, class Write>
void write_value(const Value& value, const Field& field, Write&& write) {
  if constexpr (std::is_same_v<Value, bool>) {
    if (field.choices.empty()) {
      write(value);
    } else {
      write(to_string(value));
    }
  } else if constexpr (Named<Value>) {
    write(to_string(value));
  } else if constexpr (kMayBeOpen<Value>) {
    if (value) {
      write(*value);
    } else if (field.open) {
      write(static_cast<typename Value::value_type>(*field.open));
    } else {
      write(nullptr);
    }
  } else {
    write(value);
  }
}

template <class Options>
void validate(const Options& options) {
  Options::fields(options, [](const auto& value, const Field& field) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (Named<Value>) {
      if (!has_name(value)) throw_no_choice(field, names<Value>());
    } else if constexpr (std::is_same_v<Value, std::string>) {
      check_text(field, value);
    } else if constexpr (kMayBeOpen<Value>) {
      check_number(field, value ? std::optional(static_cast<double>(*value)) : std::nullopt);
    } else {
      check_number(field, static_cast<double>(value));
    }
  });
  if constexpr (requires { options.check(); }) options.check();
}

}  // namespace options
}  // namespace supdict
