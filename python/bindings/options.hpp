// SPDX-License-Identifier: BSD-3-Clause
// Conversion of options and results from and to dictionaries through the fields() that the library
// declares: none is named here.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <supdict/error.hpp>
#include <supdict/open_choice.hpp>
#include <supdict/options.hpp>
#include <type_traits>
#include <vector>

namespace supdict::python {

template <class Value>
constexpr const char* kind_of_value() {
  if constexpr (Named<Value>) return "a text";
  if constexpr (std::is_integral_v<Value>) return "an integer";
  if constexpr (std::is_floating_point_v<Value>) return "a number";
  return "a text";
}

template <class Value>
Value read_plain(const Field& field, const pybind11::handle& given) {
  try {
    return pybind11::cast<Value>(given);
  } catch (const pybind11::cast_error&) {
    throw Error(ErrorCode::kInvalidOption, std::string(field.name) + " is " +
                                               std::string(pybind11::repr(given)) + "; expected " +
                                               kind_of_value<Value>());
  }
}

template <class Value>
Value read_option(const Field& field, const pybind11::handle& given) {
  if constexpr (Named<Value>) {
    return parse_name<Value>(field.name, read_option<std::string>(field, given));
  } else if constexpr (options::kMayBeOpen<Value>) {
    if (given.is_none()) return {};
    return options::unless_open(field, read_option<typename Value::value_type>(field, given));
  } else {
    return read_plain<Value>(field, given);
  }
}

/// Options with the values of the dictionary, validated. Unknown keys are errors.
template <class Options>
Options options_from(const pybind11::dict& given) {
  Options options;
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

/// A list.
template <class Value>
pybind11::object to_python(const std::vector<Value>& values, const Field& field = {});

/// What declares fields() as a dictionary, a choice as its name, a null pointer and what was left
/// open as None.
template <class Value>
pybind11::object to_python(const Value& value, const Field& field = {}) {
  if constexpr (options::kHasFields<Value>) {
    pybind11::dict result;
    Value::fields(value, [&](const auto& entry, const Field& own) {
      result[std::string(own.name).c_str()] = to_python(entry, own);
    });
    return result;
  } else if constexpr (std::is_pointer_v<Value>) {
    return value != nullptr ? to_python(*value) : pybind11::none();
  } else if constexpr (std::is_same_v<Value, bool>) {
    return field.choices.empty() ? pybind11::object(pybind11::bool_(value))
                                 : pybind11::str(to_string(value));
  } else if constexpr (Named<Value>) {
    return pybind11::str(to_string(value));
  } else {
    return pybind11::cast(value);
  }
}

template <class Value>
pybind11::object to_python(const std::vector<Value>& values, const Field& field) {
  pybind11::list result;
  for (const Value& value : values) result.append(to_python(value, field));
  return result;
}

}  // namespace supdict::python
