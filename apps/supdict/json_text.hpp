// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <supdict/options.hpp>

namespace supdict::app {

/// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

/// The fields of an options struct of the library, by name.
template <class Options>
Json options_json(const Options& options) {
  Json json = Json::object();
  Options::fields(options, [&](const auto& value, const Field& field) {
    json[std::string(field.name)] = value;
  });
  return json;
}

/// One line; bytes that are not UTF-8 are replaced.
inline std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

inline bool is_utf8(const std::string& text) {
  const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore);
  return Json::parse(quoted).get<std::string>() == text;  // bytes that are none were left out
}

/// For people, or for files they may open.
inline std::string pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace supdict::app
