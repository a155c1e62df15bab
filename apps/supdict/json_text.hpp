// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <supdict/fields_json.hpp>

namespace supdict::app {

/// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

/// One line; bytes that are not UTF-8 are replaced.
inline std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

inline bool is_utf8(const std::string& text) {
  const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore);
  return Json::parse(quoted).get<std::string>() == text;  // invalid bytes were left out
}

/// Indented, for people.
inline std::string pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace supdict::app
