// SPDX-License-Identifier: BSD-3-Clause
// Notes come from files: nothing in them is taken for granted.
#include "training/incremental_notes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "training/defaults.hpp"
#include "training/lambda0_rule.hpp"
#include "training/lambda2_rule.hpp"

namespace supdict::training {
namespace {

using Json = nlohmann::json;

/// An object, whatever the note says.
Json note_of(const std::map<std::string, std::string>& notes, const std::string& key) {
  const auto found = notes.find(key);
  Json json = found == notes.end() ? Json() : Json::parse(found->second, nullptr, false);
  return json.is_object() ? json : Json::object();
}

double number_of(const Json& json, const std::string& key, double otherwise) {
  const auto found = json.find(key);
  const bool good = found != json.end() && found->is_number() && found->get<double>() >= 0;
  return good ? found->get<double>() : otherwise;
}

/// The object at members -> parts of a note, empty if there is none.
Json part_of_note(const Json& note, std::size_t member, std::size_t part) {
  const Json::json_pointer place("/members/" + std::to_string(member) + "/parts/" +
                                 std::to_string(part));
  Json found = note.contains(place) ? note.at(place) : Json();
  return found.is_object() ? found : Json::object();
}

/// Where a part stood, as far as notes tell: {"seen", "steps", "rounds"} of an earlier trainer, or
/// {"n_signals"} of a training run.
template <class T>
PartProgress<T> noted_part(const Json& earlier, const Json& trained, std::size_t n_classes) {
  PartProgress<T> progress;
  progress.warm_up = true;
  progress.steps = number_of(earlier, "steps", kFinishedSteps);
  progress.rounds = number_of(earlier, "rounds", kScaleRounds);
  const double each = number_of(trained, "n_signals", 0) / static_cast<double>(n_classes);
  progress.seen.assign(n_classes, each);
  const auto seen = earlier.find("seen");
  if (seen == earlier.end() || !seen->is_array() || seen->size() != n_classes) return progress;
  for (std::size_t l = 0; l < n_classes; ++l) {
    const Json& value = (*seen)[l];
    progress.seen[l] = value.is_number() ? std::max(0.0, value.get<double>()) : 0;
  }
  return progress;
}

}  // namespace

void choose_rest(Method method, const std::map<std::string, std::string>& notes,
                 TrainOptions& options) {
  const Json trained = note_of(notes, "options");
  if (options.lambda2 < 0) options.lambda2 = number_of(trained, "lambda2", kUsualLambda2);
  if (options.mu < 0) options.mu = std::min(1.0, number_of(trained, "mu", 1));
  if (method != Method::kSdlD) options.mu = 0;
  if (options.batch_size == 0) options.batch_size = kUsualBatch;
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
      parts.push_back({{"seen", next->seen}, {"steps", next->steps}, {"rounds", next->rounds}});
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
