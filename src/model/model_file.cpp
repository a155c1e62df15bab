// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/model_file.hpp"

#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

using Json = nlohmann::json;
using model::TensorFile;

constexpr const char* kFormat = "supdict-model";
constexpr int kMajor = 1;
constexpr int kMinor = 0;

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::kFormat, "'" + name + "' is not a valid model file: " + why);
}

std::string prefix_of(std::size_t member, std::size_t part) {
  return "member" + std::to_string(member) + ".part" + std::to_string(part) + ".";
}

Json preprocessing_to_json(const Preprocessing& p) {
  return {
      {"deskew", p.deskew},       {"remove_mean", p.remove_mean},   {"constant", p.constant},
      {"unit_norm", p.unit_norm}, {"image_height", p.image_height}, {"image_width", p.image_width},
      {"n_raw", p.n_raw}};
}

Preprocessing preprocessing_from(const TensorFile& file, const std::string& name) {
  const Json json = Json::parse(file.text("preprocessing"), nullptr, false);
  if (!json.is_object()) fail(name, "its preprocessing is not a JSON object");
  Preprocessing p;
  p.deskew = json.value("deskew", false);
  p.remove_mean = json.value("remove_mean", false);
  p.constant = json.value("constant", 0.0);
  p.unit_norm = json.value("unit_norm", true);
  p.image_height = json.value("image_height", 0);
  p.image_width = json.value("image_width", 0);
  p.n_raw = json.value("n_raw", Index{0});
  if (file.has("preprocessing.scale")) {
    p.offset = file.get<double>("preprocessing.offset").reshaped();
    p.scale = file.get<double>("preprocessing.scale").reshaped();
  }
  const bool sizes =
      p.scale.size() == p.offset.size() && (p.scale.size() == 0 || p.scale.size() == p.n_raw);
  const bool shape =
      p.is_image() ? static_cast<Index>(p.image_height) * p.image_width == p.n_raw : !p.deskew;
  if (p.n_raw < 1 || !sizes || !shape || !p.scale.allFinite() || !p.offset.allFinite()) {
    fail(name, "its preprocessing does not fit together");
  }
  return p;
}

/// The matrix in the type the caller wants, whatever type it was saved in.
template <class T>
Matrix<T> get_as(const TensorFile& file, const std::string& key) {
  using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
  const auto found = file.tensors().find(key);
  const bool own =
      found != file.tensors().end() && found->second.dtype == (sizeof(T) == 4 ? "F32" : "F64");
  return own ? file.get<T>(key) : file.get<Other>(key).template cast<T>();
}

template <class T>
Part<T> part_from(const TensorFile& file, const Json& json, const std::string& prefix) {
  Part<T> part;
  part.classes = json.value("classes", std::vector<int>());
  part.model.decision = decision_from_string(json.value("decision", std::string()));
  part.model.lambda0 = json.value("lambda0", 0.0);
  part.model.lambda1 = json.value("lambda1", 0.0);
  part.model.D = get_as<T>(file, prefix + "D");
  part.model.W = get_as<T>(file, prefix + "W");
  part.model.b = get_as<T>(file, prefix + "b").reshaped();
  return part;
}

void check_version(const TensorFile& file, const std::string& name) {
  const auto found = file.metadata.find("format");
  if (found == file.metadata.end() || found->second != kFormat) {
    fail(name, "its metadata does not say 'format': '" + std::string(kFormat) + "'");
  }
  const std::string& version = file.text("format_version");
  int major = 0;
  int minor = 0;
  if (std::sscanf(version.c_str(), "%d.%d", &major, &minor) != 2 || major < 1) {
    fail(name, "its format version is '" + version.substr(0, 32) + "'");
  }
  if (major > kMajor) {
    throw Error(ErrorCode::kFormat, "'" + name + "' has the model format " + version +
                                        "; this version of supdict reads up to " +
                                        std::to_string(kMajor) + ".x: use a newer supdict");
  }
}

template <class T>
Classifier<T> classifier_from(const TensorFile& file, const std::string& name) {
  check_version(file, name);
  Classifier<T> classifier;
  classifier.method = method_from_string(file.text("method"));
  classifier.strategy = strategy_from_string(file.text("strategy"));
  classifier.vote = vote_from_string(file.text("vote"));
  const Json labels = Json::parse(file.text("labels"), nullptr, false);
  if (!labels.is_array()) fail(name, "its labels are not a JSON array");
  classifier.labels = ClassLabels(labels.get<std::vector<std::string>>());
  classifier.preprocessing = preprocessing_from(file, name);
  const Json members = Json::parse(file.text("members"), nullptr, false);
  if (!members.is_array()) fail(name, "its members are not a JSON array");
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Json& json = members[i];
    Member<T> member{json.value("atoms", 0), json.value("kappa", 0.0), {}};
    const Json parts = json.value("parts", Json::array());
    for (std::size_t j = 0; j < parts.size(); ++j) {
      member.parts.push_back(part_from<T>(file, parts[j], prefix_of(i, j)));
    }
    classifier.members.push_back(std::move(member));
  }
  for (const auto& [key, value] : file.metadata) {
    if (key.starts_with("note.")) classifier.notes[key.substr(5)] = value;
  }
  classifier.validate();
  return classifier;
}

}  // namespace

std::string version() {
  return SUPDICT_VERSION;
}

template <class T>
std::string serialise_model(const Classifier<T>& classifier) {
  classifier.validate();
  TensorFile file;
  file.metadata["format"] = kFormat;
  file.metadata["format_version"] = std::to_string(kMajor) + "." + std::to_string(kMinor);
  file.metadata["library_version"] = version();
  file.metadata["method"] = to_string(classifier.method);
  file.metadata["strategy"] = to_string(classifier.strategy);
  file.metadata["vote"] = to_string(classifier.vote);
  file.metadata["labels"] = Json(classifier.labels.names()).dump();
  file.metadata["preprocessing"] = preprocessing_to_json(classifier.preprocessing).dump();
  for (const auto& [key, value] : classifier.notes) file.metadata["note." + key] = value;
  if (classifier.preprocessing.scale.size() > 0) {
    file.put<double>("preprocessing.offset", classifier.preprocessing.offset);
    file.put<double>("preprocessing.scale", classifier.preprocessing.scale);
  }
  Json members = Json::array();
  for (std::size_t i = 0; i < classifier.members.size(); ++i) {
    const Member<T>& member = classifier.members[i];
    Json parts = Json::array();
    for (std::size_t j = 0; j < member.parts.size(); ++j) {
      const Part<T>& part = member.parts[j];
      parts.push_back({{"classes", part.classes},
                       {"decision", to_string(part.model.decision)},
                       {"lambda0", part.model.lambda0},
                       {"lambda1", part.model.lambda1}});
      file.put<T>(prefix_of(i, j) + "D", part.model.D);
      file.put<T>(prefix_of(i, j) + "W", part.model.W);
      file.put<T>(prefix_of(i, j) + "b", part.model.b);
    }
    members.push_back({{"atoms", member.atoms}, {"kappa", member.kappa}, {"parts", parts}});
  }
  file.metadata["members"] = members.dump();
  return file.serialise();
}

template <class T>
void save_model(const std::string& path, const Classifier<T>& classifier) {
  core::write_file_atomically(path, serialise_model(classifier));
}

template <class T>
Classifier<T> parse_model(const std::string& bytes, const std::string& name) {
  const TensorFile file = TensorFile::parse(bytes, name);
  try {
    return classifier_from<T>(file, name);
  } catch (const Json::exception& error) {
    fail(name, std::string("its metadata is damaged (") + error.what() + ")");
  } catch (const Error& error) {
    const std::string what = error.what();
    if (what.find(name) != std::string::npos) throw;
    fail(name, what);
  }
}

template <class T>
Classifier<T> load_model(const std::string& path) {
  return parse_model<T>(core::read_file(path), path);
}

#define SUPDICT_INSTANTIATE(T)                                           \
  template std::string serialise_model<T>(const Classifier<T>&);         \
  template void save_model<T>(const std::string&, const Classifier<T>&); \
  template Classifier<T> load_model<T>(const std::string&);              \
  template Classifier<T> parse_model<T>(const std::string&, const std::string&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
