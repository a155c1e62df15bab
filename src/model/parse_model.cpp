// SPDX-License-Identifier: BSD-3-Clause
// Reading of model files. They may be damaged or made by hand, so everything is checked.
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "model/model_layout.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/model_file.hpp"

namespace supdict {
namespace {

using core::JsonValue;
using model::kFormat;
using model::kMajor;
using model::TensorFile;
using Json = nlohmann::json;

constexpr Index kLargestInt = std::numeric_limits<int>::max();

/// Runs a stage of reading. Whatever is wrong in a file is reported as an error of the file.
template <class Stage>
auto reading(const std::string& name, const Stage& stage) {
  try {
    return stage();
  } catch (const Error& error) {
    throw Error(ErrorCode::kFormat, "'" + name + "' is not a valid model file: " + error.what());
  }
}

Preprocessing preprocessing_from(const TensorFile& file) {
  const Json document = core::parse_json(file.text("preprocessing"), "preprocessing");
  const JsonValue json(document, "preprocessing");
  Preprocessing p;
  p.deskew = json.has("deskew") && json.at("deskew").truth();  // younger than the format
  p.remove_mean = json.at("remove_mean").truth();
  p.constant = json.at("constant").number();
  p.unit_norm = json.at("unit_norm").truth();
  p.image_height = static_cast<int>(json.at("image_height").whole(0, kLargestInt));
  p.image_width = static_cast<int>(json.at("image_width").whole(0, kLargestInt));
  p.n_raw = json.at("n_raw").whole(1, std::numeric_limits<Index>::max() - 1);
  if (json.has("pad_height")) {  // younger than the format
    p.pad_height = static_cast<int>(json.at("pad_height").whole(1, kLargestInt));
    p.pad_width = static_cast<int>(json.at("pad_width").whole(1, kLargestInt));
    p.background = json.at("background").number();
  }
  if (file.has("preprocessing.scale")) {
    p.offset = file.get<double>("preprocessing.offset", p.n_raw, 1);
    p.scale = file.get<double>("preprocessing.scale", p.n_raw, 1);
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

/// Written where they are used.
AtomRules rules_from(const JsonValue& json) {
  AtomRules rules;
  rules.nonnegative = json.has("nonnegative_atoms") && json.at("nonnegative_atoms").truth();
  rules.on_sphere = json.has("atoms_on") &&
                    parse_name<AtomsOn>("atoms_on", json.at("atoms_on").text()) == AtomsOn::kSphere;
  if (json.has("sparse_atoms")) rules.sparsity = json.at("sparse_atoms").number();
  if (json.has("fixed_atoms")) rules.fixed = json.at("fixed_atoms").whole(0, kLargestInt);
  return rules;
}

template <class T>
Part<T> part_from(const TensorFile& file, const JsonValue& json, const std::string& prefix) {
  Part<T> part;
  for (const JsonValue& l : json.at("classes").items()) {
    part.classes.push_back(static_cast<int>(l.whole(kRest, kLargestInt)));
  }
  part.model.decision = parse_name<Decision>("decision", json.at("decision").text());
  part.model.lambda0 = json.at("lambda0").number();
  part.model.lambda1 = json.at("lambda1").number();
  if (json.has("penalty")) {  // since 2.0
    const JsonValue penalty = json.at("penalty");
    part.model.penalty.nonnegative = penalty.at("nonnegative").truth();
    part.model.penalty.ridge = penalty.at("ridge").number();
    if (file.has(prefix + "atom_weights")) {
      const Vector<double> weights = get_as<double>(file, prefix + "atom_weights").reshaped();
      part.model.penalty.weights.assign(weights.begin(), weights.end());
    }
  }
  part.model.atom_rules = rules_from(json);
  part.model.D = get_as<T>(file, prefix + "D");
  part.model.W = get_as<T>(file, prefix + "W");
  part.model.b = get_as<T>(file, prefix + "b").reshaped();
  return part;
}

template <class T>
Member<T> member_from(const TensorFile& file, const JsonValue& json, std::size_t i) {
  Member<T> member;
  member.atoms = static_cast<int>(json.at("atoms").whole(1, kLargestInt));
  member.kappa = json.at("kappa").number();
  if (json.has("calibration")) member.calibration = json.at("calibration").number();  // since 1.1
  for (const JsonValue& part : json.at("parts").items()) {
    member.parts.push_back(part_from<T>(file, part, model::prefix_of(i, member.parts.size())));
  }
  return member;
}

struct FormatVersion {
  int major = 0;
  int minor = 0;
};

FormatVersion version_of(const TensorFile& file) {
  if (file.text("format") != kFormat) {
    throw Error(ErrorCode::kFormat,
                "its metadata does not say 'format': '" + std::string(kFormat) + "'");
  }
  const std::string& text = file.text("format_version");
  const char* const end = text.data() + text.size();
  FormatVersion version;
  const auto major = std::from_chars(text.data(), end, version.major);
  if (major.ec == std::errc() && major.ptr != end && *major.ptr == '.' && version.major >= 1) {
    const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
    if (minor.ec == std::errc() && minor.ptr == end && version.minor >= 0) return version;
  }
  throw Error(ErrorCode::kFormat, "its format version is '" + text.substr(0, 32) + "'");
}

void refuse_newer(const FormatVersion& version, const std::string& name) {
  if (version.major <= kMajor) return;
  throw Error(ErrorCode::kFormat,
              "'" + name + "' has the model format " + std::to_string(version.major) + "." +
                  std::to_string(version.minor) + "; this version of supdict reads up to " +
                  std::to_string(kMajor) + ".x: use a newer supdict");
}

ClassLabels labels_from(const TensorFile& file) {
  const Json document = core::parse_json(file.text("labels"), "labels");
  std::vector<std::string> names;
  for (const JsonValue& name : JsonValue(document, "labels").items()) names.push_back(name.text());
  return ClassLabels(std::move(names));
}

template <class T>
Classifier<T> classifier_from(const TensorFile& file, const FormatVersion& version) {
  if (file.has_checksum() || model::has_checksum(version.major, version.minor)) file.check_intact();
  Classifier<T> classifier;
  classifier.method = parse_name<Method>("method", file.text("method"));
  classifier.strategy = parse_name<Strategy>("strategy", file.text("strategy"));
  classifier.vote = parse_name<Vote>("vote", file.text("vote"));
  classifier.labels = labels_from(file);
  classifier.preprocessing = preprocessing_from(file);
  const Json members = core::parse_json(file.text("members"), "members");
  for (const JsonValue& json : JsonValue(members, "members").items()) {
    classifier.members.push_back(member_from<T>(file, json, classifier.members.size()));
  }
  for (const auto& [key, value] : file.metadata) {
    if (!key.starts_with("note.")) continue;
    core::check_depth(value, key);  // programs that show notes may parse them as JSON
    classifier.notes[key.substr(5)] = value;
  }
  classifier.validate();
  return classifier;
}

}  // namespace

template <class T>
Classifier<T> parse_model(const std::string& bytes, const std::string& name) {
  const auto file = reading(name, [&] { return TensorFile::parse(bytes); });
  const auto version = reading(name, [&] { return version_of(file); });
  refuse_newer(version, name);
  return reading(name, [&] { return classifier_from<T>(file, version); });
}

template Classifier<float> parse_model<float>(const std::string&, const std::string&);
template Classifier<double> parse_model<double>(const std::string&, const std::string&);

}  // namespace supdict
