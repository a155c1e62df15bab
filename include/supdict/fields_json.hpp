// SPDX-License-Identifier: BSD-3-Clause
// Options and results as JSON, by their fields(). `Json` is nlohmann::json or
// nlohmann::ordered_json: the library does not ask its users for either.
#pragma once

#include <string>
#include <vector>

#include "supdict/options.hpp"

namespace supdict {

/// A struct that declares fields() becomes an object, what is left open null or Field::open, an
/// enumeration its text.
template <class Json, class Value>
Json json_of(const Value& value, const Field& field = {});

/// An array.
template <class Json, class Value>
Json json_of(const std::vector<Value>& values, const Field& field = {}) {
  Json json = Json::array();
  for (const Value& value : values) json.push_back(json_of<Json>(value, field));
  return json;
}

template <class Json, class Value>
Json json_of(const Value& value, const Field& field) {
  Json json;
  if constexpr (options::kHasFields<Value>) {
    json = Json::object();
    Value::fields(value, [&](const auto& entry, const Field& own) {
      if (options::is_left_out(entry, own)) return;
      json[std::string(own.name)] = json_of<Json>(entry, own);
    });
  } else {
    options::write_value(value, field, [&](const auto& written) { json = written; });
  }
  return json;
}

}  // namespace supdict
