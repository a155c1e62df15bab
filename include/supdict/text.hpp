// SPDX-License-Identifier: BSD-3-Clause
// Numbers and fields of CSV as text: the same in all files and messages, whatever the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace supdict {

/// The shortest text that reads back as this number: "0.1", "1e+20".
template <std::floating_point Number>
std::string shortest_text(Number value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// A whole number, at most 2^53: beyond it doubles do not tell them apart.
inline bool is_whole(double value) {
  return value == std::trunc(value) && std::abs(value) <= 0x1p53;
}

/// The same, but whole numbers in plain digits: "100000", not "1e+05".
inline std::string plain_text(double value) {
  return is_whole(value) ? std::to_string(static_cast<long long>(value)) : shortest_text(value);
}

/// At most so many significant digits: "%g".
inline std::string rounded_text(double value, int digits) {
  char text[64];
  const auto form = std::chars_format::general;
  return {text, std::to_chars(text, text + sizeof text, value, form, digits).ptr};
}

/// So many digits after the point: "%.2f".
inline std::string fixed_text(double value, int decimals) {
  char text[400];  // the largest double has 309 digits before the point
  const auto form = std::chars_format::fixed;
  return {text, std::to_chars(text, text + sizeof text, value, form, decimals).ptr};
}

/// Hexadecimal, with leading zeros to `digits` of them.
inline std::string hex_text(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value /= 16) {
    *digit = "0123456789abcdef"[value % 16];
  }
  return text;
}

/// A field of CSV, in quotes where it needs them.
inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",;\"\t\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

}  // namespace supdict
