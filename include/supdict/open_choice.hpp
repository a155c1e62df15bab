// SPDX-License-Identifier: BSD-3-Clause
// A choice that may be left open, std::optional of an enum with names: "auto" or one of the names.
// So it is Named like the enum itself (supdict/names.hpp).
#pragma once

#include <optional>

#include "supdict/names.hpp"

namespace supdict {

template <class Enum>
requires std::is_enum_v<Enum>
constexpr auto names_of(std::optional<Enum>) {
  constexpr auto kNames = names_of(Enum{});
  std::array<std::string_view, kNames.size() + 1> names{"auto"};
  for (std::size_t i = 0; i < kNames.size(); ++i) names[i + 1] = kNames[i];
  return names;
}

template <class Enum>
requires std::is_enum_v<Enum>
constexpr bool has_name(std::optional<Enum> value) {
  return !value || has_name(*value);
}

template <class Enum>
requires std::is_enum_v<Enum> std::string to_string(std::optional<Enum> value) {
  return value ? to_string(*value) : "auto";
}

template <class Value>
concept OpenChoice = Named<Value> && std::is_enum_v<typename Value::value_type>;

template <OpenChoice Value>
Value parse_name(std::string_view what, std::string_view text) {
  using Enum = typename Value::value_type;
  constexpr auto kNames = names_of(Value{});
  if (text == kNames.front()) return std::nullopt;
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<Enum>(i - 1);
  }
  options::throw_unknown(what, text, names<Value>());
}

}  // namespace supdict
