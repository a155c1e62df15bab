// SPDX-License-Identifier: BSD-3-Clause
// Options from and to dictionaries, driven by the fields() the library declares: no option is named
// here.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <supdict/error.hpp>
#include <supdict/options.hpp>
#include <type_traits>
#include <vector>

namespace supdict::python {

template <class Value>
constexpr const char* kind_of_value() {
  if constexpr (std::is_integral_v<Value>) return "an integer";
  if constexpr (std::is_floating_point_v<Value>) return "a number";
  return "a text";
}

template <class Value>
Value read_option(const Field& field, const pybind11::handle& given) {
  try {
    return pybind11::cast<Value>(given);
  } catch (const pybind11::cast_error&) {
    throw Error(ErrorCode::kInvalidOption, std::string(field.name) + " is " +
                                               std::string(pybind11::repr(given)) + "; expected " +
                                               kind_of_value<Value>());
  }
}

/// `options` with what the dictionary says, validated. Unknown keys are errors.
template <class Options>
Options options_from(const pybind11::dict& given, Options options = {}) {
  std::vector<std::string> names;
  Options::fields(options, [&](auto& value, const Field& field) {
    const std::string& name = names.emplace_back(field.name);
    if (!given.contains(name.c_str())) return;
    value = read_option<std::decay_t<decltype(value)>>(field, given[name.c_str()]);
  });
  for (const auto& [key, value] : given) {
    const auto text = pybind11::cast<std::string>(key);
    if (std::find(names.begin(), names.end(), text) == names.end()) {
      options::throw_unknown("option", text, names);
    }
  }
  options::validate(options);
  return options;
}

template <class Options>
pybind11::dict options_dict(const Options& options) {
  pybind11::dict result;
  Options::fields(options, [&](const auto& value, const Field& field) {
    result[std::string(field.name).c_str()] = value;
  });
  return result;
}

}  // namespace supdict::python
