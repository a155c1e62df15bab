// SPDX-License-Identifier: BSD-3-Clause
#include <nlohmann/json.hpp>

#include "c/handles.hpp"
#include "supdict/fields_json.hpp"

namespace supdict::c_api {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json part_json(const Part<T>& part) {
  Json json = {{"classes", part.classes},       {"decision", to_string(part.model.decision)},
               {"atoms", part.model.n_atoms()}, {"features", part.model.n_features()},
               {"lambda0", part.model.lambda0}, {"lambda1", part.model.lambda1}};
  const CodePenalty& penalty = part.model.penalty;
  if (!penalty.is_plain()) {
    json["penalty"] = {{"nonnegative", penalty.nonnegative},
                       {"ridge", penalty.ridge},
                       {"atom_weights", penalty.weights}};
  }
  return json;
}

template <class T>
Json members_json(const Classifier<T>& classifier) {
  Json members = Json::array();
  for (const Member<T>& member : classifier.members) {
    Json parts = Json::array();
    for (const Part<T>& part : member.parts) parts.push_back(part_json(part));
    members.push_back({{"atoms", member.atoms},
                       {"kappa", member.kappa},
                       {"calibration", member.calibration},
                       {"parts", parts}});
  }
  return members;
}

}  // namespace

template <class T>
std::string describe(const Predictor<T>& predictor) {
  const Classifier<T>& classifier = predictor.classifier();
  const Preprocessing& signals = classifier.preprocessing;
  const Json json = {{"method", to_string(classifier.method)},
                     {"strategy", to_string(classifier.strategy)},
                     {"vote", to_string(classifier.vote)},
                     {"labels", classifier.labels.names()},
                     {"features", classifier.n_features()},
                     {"image", {signals.image_height, signals.image_width}},
                     {"coded_image", {signals.height(), signals.width()}},
                     {"preprocessing", signals.describe()},
                     {"precision", sizeof(T) == sizeof(float) ? "float" : "double"},
                     {"coding", json_of<Json>(predictor.coding())},
                     {"memory_bytes", predictor.memory_bytes()},
                     {"members", members_json(classifier)},
                     {"notes", classifier.notes}};
  // Labels and notes come from files, and need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template std::string describe(const Predictor<float>&);
template std::string describe(const Predictor<double>&);

}  // namespace supdict::c_api
