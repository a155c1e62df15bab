// SPDX-License-Identifier: BSD-3-Clause
#include "training/progress/training_report.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "supdict/fields_json.hpp"

namespace supdict::training {
namespace {

using Json = nlohmann::json;
using core::JsonValue;

/// A field of a result, within the bounds it declares. Numbers that declare none may be missing.
template <class Value>
void read(const JsonValue& json, const Field& field, Value& value) {
  if constexpr (options::kHasFields<Value>) {
    Value::fields(value, [&](auto& entry, const Field& own) {
      const std::string name(own.name);
      if (!own.newer || json.has(name)) read(json.at(name), own, entry);
    });
  } else if constexpr (std::is_integral_v<Value>) {
    constexpr Index kMost = std::numeric_limits<std::make_signed_t<Value>>::max();
    const Index least = std::isfinite(field.min) ? static_cast<Index>(field.min) : 0;
    value = static_cast<Value>(json.whole(least, kMost));
  } else if constexpr (std::is_floating_point_v<Value>) {
    value = std::isfinite(field.min) ? json.number(field.min) : json.number_or_nan();
  } else {
    for (const JsonValue& entry : json.items()) read(entry, field, value.emplace_back());
  }
}

}  // namespace

Json training_note(const TrainSummary& summary) {
  Json members = Json::array();
  for (std::size_t i = 0; i < summary.members.size(); ++i) {
    Json parts = Json::array();
    for (const PartSummary& part : summary.members[i]) {
      Json json = json_of<Json>(part);
      json.erase("seconds");
      for (Json& point : json["path"]) point.erase("seconds");
      parts.push_back(std::move(json));
    }
    members.push_back(
        {{"parts", std::move(parts)}, {"calibration", json_of<Json>(summary.calibration[i])}});
  }
  Json note = {{"members", std::move(members)}, {"train_error", summary.train_error}};
  // A model does not record why a GPU took no steps.
  if (!summary.device.starts_with("cpu")) note["device"] = summary.device;
  return note;
}

PartSummary part_summary_from(const JsonValue& json) {
  PartSummary summary;
  read(json, {}, summary);
  return summary;
}

}  // namespace supdict::training
