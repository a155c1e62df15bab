// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/config.hpp"

#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"

namespace supdict {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 24;

std::optional<std::string> typed(const std::string& option, const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) return value.dump();
  throw Error(ErrorCode::kInvalidOption, option + " is " + core::shown_json(value) +
                                             "; expected a number, a text, true or false");
}

Config config_from(std::string_view text) {
  const Json json = core::parse_json(text, "", /*with_comments=*/true);
  if (!json.is_object()) core::JsonValue(json).reject("a JSON object of options");
  Config config;
  for (const auto& [option, value] : json.items()) config[option] = typed(option, value);
  return config;
}

}  // namespace

Config parse_config(std::string_view text, const std::string& name) {
  try {
    return config_from(text);
  } catch (const Error& error) {
    throw Error(error.code(), "config file '" + name + "': " + error.what());
  }
}

Config read_config(const std::string& path) {
  return parse_config(read_text_file(path, kMostBytes), path);
}

}  // namespace supdict
