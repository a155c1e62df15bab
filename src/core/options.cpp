// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/options.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "supdict/text.hpp"

namespace supdict::options {
namespace {

std::string bounds(const Field& field) {
  const std::string low = core::number(field.min);
  const std::string high = core::number(field.max);
  const bool has_low = std::isfinite(field.min);
  const bool has_high = std::isfinite(field.max);
  std::string above = field.min_excluded ? "above " + low : "at least " + low;
  if (has_low && has_high) return above + " and at most " + high;
  if (has_low) return above;
  if (has_high) return "at most " + high;
  return "a number";
}

bool is_allowed(const Field& field, double value) {
  const bool low = field.min_excluded ? value > field.min : value >= field.min;
  return low && value <= field.max && std::isfinite(value);
}

std::string not_allowed(const Field& field, double value) {
  // A value is shown as it was given; bounds may be as round as they are.
  return std::string(field.name) + " is " + plain_text(value) + "; expected " + bounds(field);
}

}  // namespace

void check_number(const Field& field, double value) {
  if (is_allowed(field, value)) return;
  throw Error(ErrorCode::kInvalidOption, not_allowed(field, value));
}

void check_number(const Field& field, const std::optional<double>& value) {
  if (!value || is_allowed(field, *value)) return;
  throw Error(ErrorCode::kInvalidOption, not_allowed(field, *value) + "; it may be left out");
}

void check_text(const Field& field, const std::string& value) {
  if (field.choices.empty()) return;
  if (std::find(field.choices.begin(), field.choices.end(), value) != field.choices.end()) return;
  throw_unknown(field.name, value, field.choices);
}

void throw_no_choice(const Field& field, const std::vector<std::string>& names) {
  std::string message = std::string(field.name) + " is none of its values; expected one of ";
  for (std::size_t i = 0; i < names.size(); ++i) message += (i == 0 ? "" : ", ") + names[i];
  throw Error(ErrorCode::kInvalidOption, message);
}

}  // namespace supdict::options
