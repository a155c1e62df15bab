// SPDX-License-Identifier: BSD-3-Clause
// Enums with names. The names stand once, beside the enum, in the order of its values, which count
// from 0 without gaps:
//
//   enum class Vote { kMajority, kProbability };
//   constexpr auto names_of(Vote) {
//     return std::to_array<std::string_view>({"majority", "probability"});
//   }
//
// Files, the command, Python, messages and docs/parameters.md all spell the values with them.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "supdict/export.hpp"

namespace supdict {

/// A bool is spelled as a choice, too.
template <std::same_as<bool> Bool>
constexpr auto names_of(Bool) {
  return std::to_array<std::string_view>({"no", "yes"});
}

template <class Value>
concept Named = requires(Value value) {
  names_of(value);
};

namespace options {

/// The entry of `names` with the smallest edit distance to `text`, or "" if nothing is close.
SUPDICT_EXPORT std::string nearest_name(std::string_view text,
                                        const std::vector<std::string>& names);

/// Throws Error(kInvalidOption): "unknown <what> 'text'; did you mean 'x'? known: a, b, c".
[[noreturn]] SUPDICT_EXPORT void throw_unknown(std::string_view what, std::string_view text,
                                               const std::vector<std::string>& names);

}  // namespace options

/// All names of an enum, in the order of its values.
template <Named Value>
std::vector<std::string> names() {
  constexpr auto kNames = names_of(Value{});
  return {kNames.begin(), kNames.end()};
}

/// Whether it is one of the values that have names; a cast number may be none.
template <Named Value>
constexpr bool has_name(Value value) {
  return static_cast<std::size_t>(value) < names_of(value).size();
}

/// The name of a value, "" where it has none.
template <Named Value>
std::string to_string(Value value) {
  if (!has_name(value)) return {};
  return std::string(names_of(value)[static_cast<std::size_t>(value)]);
}

/// The value with this name. Throws Error(kInvalidOption) that names `what`, the text and the names
/// there are.
template <Named Value>
Value parse_name(std::string_view what, std::string_view text) {
  constexpr auto kNames = names_of(Value{});
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<Value>(i);
  }
  options::throw_unknown(what, text, names<Value>());
}

}  // namespace supdict
