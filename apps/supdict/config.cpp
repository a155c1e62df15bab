// SPDX-License-Identifier: BSD-3-Clause
// Config files: one JSON object, keys spelled as in the library.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "arguments.hpp"

namespace supdict::app {
namespace {

using Json = nlohmann::json;

Json read_object(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw Error(ErrorCode::kFile, "cannot read the config file '" + path + "'");
  }
  try {
    Json json = Json::parse(text.str(), nullptr, true, /*ignore_comments=*/true);
    if (json.is_object()) return json;
  } catch (const Json::exception& error) {
    throw Error(ErrorCode::kFormat, "config file '" + path + "' is not JSON: " + error.what());
  }
  throw Error(ErrorCode::kFormat, "config file '" + path + "' holds no JSON object");
}

/// The value as it would be typed on the command line.
std::string typed(const std::string& key, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) return value.dump();
  throw Error(ErrorCode::kInvalidOption,
              key + " is " + value.dump() + "; expected a number, a text, true or false");
}

}  // namespace

void Arguments::apply_config(const std::string& path) {
  const Json json = read_object(path);
  std::vector<std::string> keys;
  for (const Argument& argument : arguments_) {
    if (argument.in_config) keys.push_back(argument.key());
  }
  for (const auto& [key, value] : json.items()) {
    const auto known = [&key = key](const Argument& a) { return a.in_config && a.key() == key; };
    const auto found = std::find_if(arguments_.begin(), arguments_.end(), known);
    try {
      if (found == arguments_.end()) options::throw_unknown("key", key, keys);
      if (!value.is_null()) {
        found->set(typed(key, value));
        found->given = true;
      }
    } catch (const Error& error) {
      throw Error(error.code(), "config file '" + path + "': " + error.what());
    }
  }
}

}  // namespace supdict::app
