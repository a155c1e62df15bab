// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/training_notes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace supdict::pictures {
namespace {

// Real files have fewer; these limits keep the page small whatever the notes contain.
constexpr std::size_t kMaxParts = 5000;
constexpr std::size_t kMaxPath = 2000;
constexpr std::size_t kMaxIterations = 300;
constexpr std::size_t kMaxOptions = 200;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using Json = nlohmann::ordered_json;

Json parse(const std::map<std::string, std::string>& notes, const std::string& key) {
  const auto note = notes.find(key);
  if (note == notes.end()) return {};
  Json json = Json::parse(note->second, nullptr, false);
  return json.is_discarded() ? Json() : json;
}

/// An entry of an object, or null.
const Json& entry(const Json& json, const char* key) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(key);
  return found == json.end() ? none : *found;
}

double number_at(const Json& json, const char* key) {
  const Json& value = entry(json, key);
  return value.is_number() ? value.get<double>() : kUnknown;
}

std::vector<NotedPoint> read_path(const Json& json) {
  std::vector<NotedPoint> path;
  if (!json.is_array()) return path;
  const std::size_t stride = json.size() / kMaxPath + 1;
  for (std::size_t i = 0; i < json.size(); i += stride) {
    const Json& point = json[i];
    const double iteration = number_at(point, "iteration");
    if (!std::isfinite(iteration)) continue;
    path.push_back({iteration, number_at(point, "mu"), number_at(point, "objective"),
                    number_at(point, "train_error"), number_at(point, "validation_error"),
                    number_at(point, "mean_nonzeros")});
  }
  return path;
}

NotedPart read_part(const Json& json) {
  NotedPart part;
  part.path = read_path(entry(json, "path"));
  const double chosen = number_at(json, "chosen");
  // `chosen` is valid only for a path that was read completely.
  if (chosen >= 0 && chosen < static_cast<double>(part.path.size()) &&
      entry(json, "path").size() == part.path.size()) {
    part.chosen = static_cast<std::size_t>(chosen);
    part.chosen_known = true;
  }
  const Json& classes = entry(json, "classes");
  if (classes.is_array()) {
    for (const Json& label : classes) {
      if (label.is_number_integer() && part.classes.size() < kMaxParts) {
        part.classes.push_back(label.get<int>());
      }
    }
  }
  part.lambda0 = number_at(json, "lambda0");
  part.n_signals = number_at(json, "n_signals");
  return part;
}

bool grows(const std::vector<NotedPoint>& path) {
  return std::is_sorted(path.begin(), path.end(), [](const NotedPoint& a, const NotedPoint& b) {
    return a.iteration < b.iteration;
  });
}

/// Iterations at which at least one part has a point, thinned out if they are many.
std::vector<double> common_iterations(const std::vector<NotedPart>& parts) {
  std::vector<double> all;
  for (const NotedPart& part : parts) {
    for (const NotedPoint& point : part.path) all.push_back(point.iteration);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() <= kMaxIterations) return all;
  std::vector<double> thin;
  for (std::size_t i = 0; i < kMaxIterations; ++i) {
    thin.push_back(all[i * (all.size() - 1) / (kMaxIterations - 1)]);
  }
  return thin;
}

/// Value of a part at an iteration: that of its last point so far, NaN before the first.
double value_at(const NotedPart& part, double iteration, double NotedPoint::*quantity) {
  const auto after = std::upper_bound(
      part.path.begin(), part.path.end(), iteration,
      [](double value, const NotedPoint& point) { return value < point.iteration; });
  return after == part.path.begin() ? kUnknown : *std::prev(after).*quantity;
}

}  // namespace

std::vector<NotedPart> training_note(const std::map<std::string, std::string>& notes) {
  std::vector<NotedPart> parts;
  const Json json = parse(notes, "training");
  const Json& members = entry(json, "members");
  if (!members.is_array()) return parts;
  for (const Json& member : members) {
    const Json& entries = entry(member, "parts");
    if (!entries.is_array()) continue;
    for (const Json& part : entries) {
      if (parts.size() >= kMaxParts) return parts;
      NotedPart read = read_part(part);
      if (!read.path.empty() && grows(read.path)) parts.push_back(std::move(read));
    }
  }
  return parts;
}

std::string training_device(const std::map<std::string, std::string>& notes) {
  const Json note = parse(notes, "training");
  if (!note.is_object()) return "";
  const Json& device = entry(note, "device");
  return device.is_string() ? device.get<std::string>() : "cpu";
}

std::vector<std::pair<std::string, std::string>> options_note(
    const std::map<std::string, std::string>& notes) {
  std::vector<std::pair<std::string, std::string>> options;
  const Json json = parse(notes, "options");
  if (!json.is_object()) return options;
  for (const auto& [name, value] : json.items()) {
    if (options.size() >= kMaxOptions) break;
    options.emplace_back(name, value.is_string()
                                   ? value.get<std::string>()
                                   : value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return options;
}

Series mean_over_parts(const std::string& name, const std::vector<NotedPart>& parts,
                       double NotedPoint::*quantity) {
  Series series;
  series.name = name;
  for (const double iteration : common_iterations(parts)) {
    double sum = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    int count = 0;
    for (const NotedPart& part : parts) {
      const double value = value_at(part, iteration, quantity);
      if (!std::isfinite(value)) continue;
      sum += value;
      low = std::min(low, value);
      high = std::max(high, value);
      ++count;
    }
    if (count == 0) continue;
    series.x.push_back(iteration);
    series.y.push_back(sum / count);
    if (parts.size() == 1) continue;
    series.low.push_back(low);
    series.high.push_back(high);
  }
  return series;
}

}  // namespace supdict::pictures
