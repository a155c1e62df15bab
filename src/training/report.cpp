// SPDX-License-Identifier: BSD-3-Clause
#include "training/report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace supdict::training {
namespace {

using Json = nlohmann::json;

/// JSON has no NaN: a missing number is null.
Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double number_or_nan(const Json& json, const char* key) {
  const auto found = json.find(key);
  const bool there = found != json.end() && found->is_number();
  return there ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

PathPoint point_from_json(const Json& json) {
  PathPoint point;
  point.iteration = json.value("iteration", Index{0});
  point.mu = number_or_nan(json, "mu");
  point.lambda0 = number_or_nan(json, "lambda0");
  point.objective = number_or_nan(json, "objective");
  point.train_error = number_or_nan(json, "train_error");
  point.validation_error = number_or_nan(json, "validation_error");
  point.mean_nonzeros = number_or_nan(json, "mean_nonzeros");
  point.seconds = number_or_nan(json, "seconds");
  return point;
}

}  // namespace

Json to_json(const PathPoint& point) {
  return {{"iteration", point.iteration},
          {"mu", point.mu},
          {"lambda0", point.lambda0},
          {"objective", number_or_null(point.objective)},
          {"train_error", point.train_error},
          {"validation_error", number_or_null(point.validation_error)},
          {"mean_nonzeros", point.mean_nonzeros},
          {"seconds", point.seconds}};
}

Json to_json(const PartSummary& summary) {
  Json path = Json::array();
  for (const PathPoint& point : summary.path) path.push_back(to_json(point));
  return {{"classes", summary.classes},
          {"path", path},
          {"chosen", summary.chosen},
          {"n_signals", summary.n_signals},
          {"n_validation", summary.n_validation},
          {"n_replaced_atoms", summary.n_replaced_atoms},
          {"lambda0", summary.lambda0},
          {"gammas", summary.gammas},
          {"seconds", summary.seconds}};
}

Json to_json(const TrainOptions& options) {
  Json json = Json::object();
  TrainOptions::fields(options, [&](const auto& value, const Field& field) {
    json[std::string(field.name)] = value;
  });
  return json;
}

Json training_note(const TrainSummary& summary) {
  Json members = Json::array();
  for (const auto& member : summary.members) {
    Json parts = Json::array();
    for (const PartSummary& part : member) {
      Json json = to_json(part);
      json.erase("seconds");
      for (Json& point : json["path"]) point.erase("seconds");
      parts.push_back(std::move(json));
    }
    members.push_back({{"parts", std::move(parts)}});
  }
  return {{"members", std::move(members)}, {"train_error", summary.train_error}};
}

PartSummary part_summary_from_json(const Json& json) {
  PartSummary summary;
  if (!json.is_object()) return summary;
  summary.classes = json.value("classes", std::vector<int>());
  for (const Json& point : json.value("path", Json::array())) {
    summary.path.push_back(point_from_json(point));
  }
  summary.chosen = json.value("chosen", std::size_t{0});
  summary.n_signals = json.value("n_signals", Index{0});
  summary.n_validation = json.value("n_validation", Index{0});
  summary.n_replaced_atoms = json.value("n_replaced_atoms", Index{0});
  summary.lambda0 = json.value("lambda0", 0.0);
  summary.gammas = json.value("gammas", std::vector<double>());
  summary.seconds = json.value("seconds", 0.0);
  return summary;
}

}  // namespace supdict::training
