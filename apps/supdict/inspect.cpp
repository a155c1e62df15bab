// SPDX-License-Identifier: BSD-3-Clause
// supdict inspect: the contents of a model file.
#include <cstdint>
#include <supdict/file.hpp>
#include <supdict/model_file.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "json_text.hpp"
#include "pictures/atom_votes.hpp"
#include "pictures/penalty_words.hpp"
#include "pictures/training_notes.hpp"
#include "range.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

constexpr std::size_t kLengthBytes = 8;

/// The JSON header of a safetensors file that parse_model has accepted.
Json header_of(const std::string& bytes) {
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return Json::parse(bytes.substr(kLengthBytes, length), nullptr, false);
}

/// A note that holds JSON is shown as JSON, any other as text.
Json note_json(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json(text) : json;
}

Json part_json(const Part<float>& part, const Classifier<float>& classifier) {
  Json names = Json::array();
  for (const int l : part.classes) names.push_back(pictures::class_name(classifier, l));
  Json json = {{"classes", names},
               {"decision", to_string(part.model.decision)},
               {"atoms", part.model.n_atoms()},
               {"lambda0", part.model.lambda0},
               {"lambda1", part.model.lambda1}};
  const CodePenalty& penalty = part.model.penalty;
  if (!penalty.is_plain()) {
    json["penalty"] = {{"nonnegative", penalty.nonnegative},
                       {"ridge", penalty.ridge},
                       {"atom_weights", penalty.weights}};
  }
  return json;
}

Json member_json(const Member<float>& member, const Classifier<float>& classifier) {
  Json parts = Json::array();
  for (const auto& part : member.parts) parts.push_back(part_json(part, classifier));
  return {{"atoms", member.atoms},
          {"kappa", member.kappa},
          {"calibration", member.calibration},
          {"parts", parts}};
}

Json tensors_json(const Json& header) {
  Json tensors = Json::object();
  for (const auto& [name, tensor] : header.items()) {
    if (name == "__metadata__") continue;
    tensors[name] = {{"dtype", tensor["dtype"]}, {"shape", tensor["shape"]}};
  }
  return tensors;
}

class Inspect final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.common(common_, true);
  }

  int run() override {
    const std::string bytes = read_file(model_path_);  // once: it may be a pipe
    n_bytes_ = bytes.size();
    const auto classifier = parse_model<float>(bytes, model_path_);
    const Json header = header_of(bytes);
    write_result("-", common_.json ? pretty(json(classifier, header)) : text(classifier, header));
    return kOk;
  }

 private:
  Json json(const Classifier<float>& classifier, const Json& header) const {
    const Json& metadata = header["__metadata__"];
    Json members = Json::array();
    for (const auto& member : classifier.members) {
      members.push_back(member_json(member, classifier));
    }
    Json notes = Json::object();
    for (const auto& [key, value] : classifier.notes) notes[key] = note_json(value);
    const Preprocessing& signals = classifier.preprocessing;
    return {{"file", model_path_},
            {"bytes", n_bytes_},
            {"format_version", metadata["format_version"]},
            {"library_version", metadata.value("library_version", "")},
            {"method", to_string(classifier.method)},
            {"strategy", to_string(classifier.strategy)},
            {"vote", to_string(classifier.vote)},
            {"labels", classifier.labels.names()},
            {"features", classifier.n_features()},
            {"image", {signals.image_height, signals.image_width}},
            {"preprocessing", signals.describe()},
            {"device", pictures::training_device(classifier.notes)},
            {"members", members},
            {"notes", notes},
            {"tensors", tensors_json(header)}};
  }

  std::string text(const Classifier<float>& classifier, const Json& header) const {
    const Json& metadata = header["__metadata__"];
    const Preprocessing& signals = classifier.preprocessing;
    const auto& first = classifier.members.front().parts.front().model;
    std::string text = format("file           %s, %.2f MB, model format %s, supdict %s\n",
                              model_path_.c_str(), static_cast<double>(n_bytes_) / 1e6,
                              metadata["format_version"].get<std::string>().c_str(),
                              metadata.value("library_version", "?").c_str());
    text += "method         " + to_string(classifier.method) + ", " + to_string(first.decision) +
            " decision, " + to_string(classifier.strategy) + "\n";
    text += format("signals        %td features", classifier.n_features());
    if (signals.is_image()) {
      text += format(", images of %d x %d", signals.image_height, signals.image_width);
    }
    text += "\npreprocessing  " + signals.describe() + "\n";
    text += format("classes        %d:", classifier.n_classes());
    for (const std::string& name : classifier.labels.names()) text += " " + name;
    text += "\n";
    for (std::size_t i = 0; i < classifier.members.size(); ++i) {
      text += member_text(classifier.members[i], i);
    }
    if (const std::string penalty = pictures::penalty_in_words(first); !penalty.empty()) {
      text += "penalty        " + penalty + "\n";
    }
    const auto note = [&](const char* key) {
      const auto found = classifier.notes.find(key);
      return found == classifier.notes.end() ? std::string("unknown") : found->second;
    };
    text += "trained on     " + note("data") + ", " + note("data_hash") + "\n";
    if (const std::string device = pictures::training_device(classifier.notes); !device.empty()) {
      text += "device         " + device + "\n";
    }
    const Json options = note_json(note("options"));
    if (options.is_object() && options.contains("seed")) {
      text += "seed           " + options["seed"].dump() + "\n";
    }
    return text + "(--json prints every option, part and tensor)\n";
  }

  static std::string member_text(const Member<float>& member, std::size_t i) {
    Range lambda0;
    for (const auto& part : member.parts) lambda0.add(part.model.lambda0);
    return format("member %-3zu     %zu %s of %d atoms, kappa %g, lambda0 %s, calibration %.4g\n",
                  i, member.parts.size(), member.parts.size() == 1 ? "part" : "parts", member.atoms,
                  member.kappa, lambda0.text().c_str(), member.calibration);
  }

  std::string model_path_;
  std::size_t n_bytes_ = 0;
  CommonOptions common_;
};

}  // namespace

CommandInfo inspect_command() {
  return {.name = "inspect",
          .summary = "show the contents of a model file",
          .description =
              "Prints method, classes, preprocessing, sizes and origin of a model. With --json: "
              "every option, part, note and tensor; the object notes.options can be given to "
              "'supdict train --config'.",
          .examples = {{"supdict inspect digits.model", "as text"},
                       {"supdict inspect digits.model --json", "as JSON"}},
          .make = make_command<Inspect>};
}

}  // namespace supdict::app
