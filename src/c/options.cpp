// SPDX-License-Identifier: BSD-3-Clause
#include "c/options.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/json.hpp"
#include "supdict/error.hpp"

namespace supdict::c_api {
namespace {

using core::JsonValue;

template <class Value>
void read(const JsonValue& json, const Field& field, Value& value) {
  if constexpr (Named<Value>) {
    value = parse_name<Value>(field.name, json.text());
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = json.text();
  } else if constexpr (std::is_integral_v<Value>) {
    constexpr Value kMost = std::numeric_limits<Value>::max();
    value = static_cast<Value>(json.whole(std::numeric_limits<Value>::min(), kMost));
  } else {
    value = json.number();
  }
}

/// Reads the members of `options` that are there, and adds the names of all.
template <class Struct>
void read_members(const nlohmann::json& json, Struct& options, std::vector<std::string>& names) {
  Struct::fields(options, [&](auto& value, const Field& field) {
    const std::string& name = names.emplace_back(field.name);
    if (json.contains(name)) read(JsonValue(json[name], name), field, value);
  });
  options::validate(options);
}

Options options_of(const nlohmann::json& json, bool with_penalty) {
  if (!json.is_object()) JsonValue(json, "options").reject("a JSON object");
  Options options;
  std::vector<std::string> names;
  read_members(json, options.work, names);
  read_members(json, options.coding, names);
  if (with_penalty) {
    read_members(json, options.penalty, names);
    if (options.penalty.nonnegative_atoms()) {
      throw Error(ErrorCode::kInvalidOption,
                  "nonnegative is '" + to_string(options.penalty.nonnegative) +
                      "'; expected 'none' or 'codes': the atoms are given");
    }
    if (options.penalty.atoms() != AtomRules()) {
      throw Error(ErrorCode::kInvalidOption,
                  "atoms_on, sparse_atoms and fixed_atoms are for learning; expected none of them: "
                  "the atoms are given");
    }
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      options::throw_unknown("option", name, names);
    }
  }
  return options;
}

}  // namespace

Options parse_options(const char* text, bool with_penalty) {
  if (text == nullptr) return {};
  try {
    return options_of(core::parse_json(text, "options"), with_penalty);
  } catch (const Error& error) {
    // JSON that is no option is a mistake of the caller like any other, and there is no file.
    throw Error(ErrorCode::kInvalidOption, error.what());
  }
}

}  // namespace supdict::c_api
