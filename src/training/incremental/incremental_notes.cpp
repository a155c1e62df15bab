// SPDX-License-Identifier: BSD-3-Clause
// Notes come from files, so everything in them is checked.
#include "training/incremental/incremental_notes.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/json.hpp"
#include "supdict/error.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/rules/defaults.hpp"
#include "training/rules/lambda2_rule.hpp"

namespace supdict::training {
namespace {

using Json = nlohmann::json;

/// The note as an object; empty if it is anything else.
Json note_of(const std::map<std::string, std::string>& notes, const std::string& key) {
  const auto found = notes.find(key);
  if (found == notes.end()) return Json::object();
  try {
    Json json = core::parse_json(found->second);
    if (json.is_object()) return json;
  } catch (const Error&) {
  }
  return Json::object();
}

double number_of(const Json& json, const std::string& key, double otherwise) {
  const auto found = json.find(key);
  const bool good = found != json.end() && found->is_number() && found->get<double>() >= 0;
  return good ? found->get<double>() : otherwise;
}

/// The object at members -> parts of a note; empty if there is none.
Json part_of_note(const Json& note, std::size_t member, std::size_t part) {
  const Json::json_pointer place("/members/" + std::to_string(member) + "/parts/" +
                                 std::to_string(part));
  Json found = note.contains(place) ? note.at(place) : Json();
  return found.is_object() ? found : Json::object();
}

/// Class weights; empty if the note has no such list.
std::vector<double> weights_of(const Json& json, const std::string& key, std::size_t n_classes) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->size() != n_classes) return {};
  std::vector<double> weights;
  for (const Json& value : *found) {
    weights.push_back(value.is_number() ? std::max(0.0, value.get<double>()) : 0);
  }
  return weights;
}

/// Weights that are not sensible would make all steps 0 or infinite: then no signals count as seen.
template <class T>
void forget_nonsense(PartProgress<T>& progress) {
  constexpr double kMost = 1e15;
  const double weight = std::accumulate(progress.seen.begin(), progress.seen.end(), 0.0);
  if (std::isfinite(weight) && std::isfinite(progress.signals) &&
      weight >= progress.signals / kMost && weight <= progress.signals * kMost) {
    return;
  }
  progress.seen.assign(progress.seen.size(), 0.0);
  progress.signals = 0;
}

/// The progress of a part, as far as the notes tell: {"seen", "signals", "steps", "rounds"} of an
/// earlier incremental trainer, or {"n_signals", "weight"} of a training run.
template <class T>
PartProgress<T> noted_part(const Json& earlier, const Json& trained, std::size_t n_classes) {
  PartProgress<T> progress;
  progress.warm_up = true;
  progress.steps = number_of(earlier, "steps", kFinishedSteps);
  progress.rounds = number_of(earlier, "rounds", kScaleRounds);
  progress.signals = number_of(trained, "n_signals", 0);
  const double each =
      number_of(trained, "weight", progress.signals) / static_cast<double>(n_classes);
  progress.seen = weights_of(earlier, "seen", n_classes);
  if (progress.seen.empty()) {
    progress.seen.assign(n_classes, each);
  } else {
    const double weight = std::accumulate(progress.seen.begin(), progress.seen.end(), 0.0);
    progress.signals = number_of(earlier, "signals", weight);
  }
  forget_nonsense(progress);
  return progress;
}

}  // namespace

void choose_rest(Method method, const std::map<std::string, std::string>& notes,
                 TrainOptions& options) {
  const Json trained = note_of(notes, "options");
  if (!options.lambda2) options.lambda2 = number_of(trained, "lambda2", kUsualLambda2);
  if (!options.mu) options.mu = std::min(1.0, number_of(trained, "mu", 1));
  if (method != Method::kSdlD) options.mu = 0;
  if (!options.batch_size) options.batch_size = kUsualBatch;
}

template <class T>
std::vector<PartProgress<T>> noted_progress(const Classifier<T>& classifier) {
  const Json earlier = note_of(classifier.notes, "incremental");
  const Json trained = note_of(classifier.notes, "training");
  std::vector<PartProgress<T>> progress;
  for (std::size_t i = 0; i < classifier.members.size(); ++i) {
    const std::vector<Part<T>>& parts = classifier.members[i].parts;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      progress.push_back(noted_part<T>(part_of_note(earlier, i, j), part_of_note(trained, i, j),
                                       parts[j].classes.size()));
    }
  }
  return progress;
}

template <class T>
std::string progress_note(const Classifier<T>& classifier,
                          std::span<const PartProgress<T>> progress) {
  Json members = Json::array();
  auto next = progress.begin();
  for (const Member<T>& member : classifier.members) {
    Json parts = Json::array();
    for (std::size_t j = 0; j < member.parts.size(); ++j, ++next) {
      parts.push_back({{"seen", next->seen},
                       {"signals", next->signals},
                       {"steps", next->steps},
                       {"rounds", next->rounds}});
    }
    members.push_back({{"parts", std::move(parts)}});
  }
  return Json{{"members", std::move(members)}}.dump();
}

#define SUPDICT_INSTANTIATE(T)                                                   \
  template std::vector<PartProgress<T>> noted_progress<T>(const Classifier<T>&); \
  template std::string progress_note<T>(const Classifier<T>&, std::span<const PartProgress<T>>);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
