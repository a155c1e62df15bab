// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/model_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "model/model_layout.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "supdict/version.hpp"

namespace supdict {
namespace {

using Json = nlohmann::json;
using model::TensorFile;

Json preprocessing_to_json(const Preprocessing& p) {
  Json json = {
      {"deskew", p.deskew},       {"remove_mean", p.remove_mean},   {"constant", p.constant},
      {"unit_norm", p.unit_norm}, {"image_height", p.image_height}, {"image_width", p.image_width},
      {"n_raw", p.n_raw}};
  if (!p.is_padded()) return json;
  json["pad_height"] = p.pad_height;
  json["pad_width"] = p.pad_width;
  json["background"] = p.background;
  return json;
}

/// What is not as it always was.
template <class T>
void add_penalty(const SupervisedDictionary<T>& model, Json& part) {
  if (!model.penalty.is_plain()) {
    part["penalty"] = {{"nonnegative", model.penalty.nonnegative}, {"ridge", model.penalty.ridge}};
  }
  const AtomRules& rules = model.atom_rules;
  if (rules.nonnegative) part["nonnegative_atoms"] = true;
  if (rules.on_sphere) part["atoms_on"] = to_string(AtomsOn::kSphere);
  if (rules.sparsity > 0) part["sparse_atoms"] = rules.sparsity;
  if (rules.fixed > 0) part["fixed_atoms"] = rules.fixed;
}

template <class T>
bool has_penalty(const Classifier<T>& classifier) {
  // Without ranges, which the standard library of the WebAssembly module lacks.
  const auto& members = classifier.members;
  return std::any_of(members.begin(), members.end(), [](const Member<T>& member) {
    return std::any_of(member.parts.begin(), member.parts.end(),
                       [](const Part<T>& part) { return !part.model.penalty.is_plain(); });
  });
}

template <class T>
Json members_to_json(const Classifier<T>& classifier) {
  Json members = Json::array();
  for (const Member<T>& member : classifier.members) {
    Json parts = Json::array();
    for (const Part<T>& part : member.parts) {
      parts.push_back({{"classes", part.classes},
                       {"decision", to_string(part.model.decision)},
                       {"lambda0", part.model.lambda0},
                       {"lambda1", part.model.lambda1}});
      add_penalty(part.model, parts.back());
    }
    members.push_back({{"atoms", member.atoms},
                       {"kappa", member.kappa},
                       {"calibration", member.calibration},
                       {"parts", parts}});
  }
  return members;
}

template <class T>
void put_tensors(TensorFile& file, const Classifier<T>& classifier) {
  if (classifier.preprocessing.scale.size() > 0) {
    file.put<double>("preprocessing.offset", classifier.preprocessing.offset);
    file.put<double>("preprocessing.scale", classifier.preprocessing.scale);
  }
  for (std::size_t i = 0; i < classifier.members.size(); ++i) {
    const std::vector<Part<T>>& parts = classifier.members[i].parts;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      file.put<T>(model::prefix_of(i, j) + "D", parts[j].model.D);
      file.put<T>(model::prefix_of(i, j) + "W", parts[j].model.W);
      file.put<T>(model::prefix_of(i, j) + "b", parts[j].model.b);
      const std::vector<double>& weights = parts[j].model.penalty.weights;
      if (weights.empty()) continue;
      file.put<double>(model::prefix_of(i, j) + "atom_weights",
                       Eigen::Map<const Vector<double>>(weights.data(), std::ssize(weights)));
    }
  }
}

}  // namespace

template <class T>
std::string serialise_model(const Classifier<T>& classifier) {
  classifier.validate();
  TensorFile file;
  put_tensors(file, classifier);
  file.metadata["format"] = model::kFormat;
  file.metadata["format_version"] =
      has_penalty(classifier) ? model::kPenaltyVersion : model::kPlainVersion;
  file.metadata["library_version"] = version();
  file.metadata["method"] = to_string(classifier.method);
  file.metadata["strategy"] = to_string(classifier.strategy);
  file.metadata["vote"] = to_string(classifier.vote);
  file.metadata["preprocessing"] = preprocessing_to_json(classifier.preprocessing).dump();
  file.metadata["members"] = members_to_json(classifier).dump();
  for (const auto& [key, value] : classifier.notes) {
    core::check_depth(value, "note." + key);
    file.metadata["note." + key] = value;
  }
  try {
    file.metadata["labels"] = Json(classifier.labels.names()).dump();
    return file.serialise();
  } catch (const Json::exception&) {
    throw Error(ErrorCode::kInvalidValue, "labels or notes are not UTF-8, as model files must be");
  }
}

template <class T>
void save_model(const std::string& path, const Classifier<T>& classifier) {
  write_file(path, serialise_model(classifier));
}

template <class T>
Classifier<T> load_model(const std::string& path) {
  return parse_model<T>(read_file(path), path);
}

#define SUPDICT_INSTANTIATE(T)                                           \
  template std::string serialise_model<T>(const Classifier<T>&);         \
  template void save_model<T>(const std::string&, const Classifier<T>&); \
  template Classifier<T> load_model<T>(const std::string&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
