// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <string>

namespace supdict::app {

/// A field of CSV, in quotes where it needs them.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",;\"\t\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

/// The shortest text that reads back as the number.
inline void append_number(std::string& line, float value) {
  char text[32];
  line.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace supdict::app
