// SPDX-License-Identifier: BSD-3-Clause
// What the model is and how it was made.
#include <algorithm>

#include "pictures/html_page.hpp"
#include "pictures/penalty_words.hpp"
#include "pictures/sections.hpp"
#include "pictures/text.hpp"
#include "pictures/training_notes.hpp"

namespace supdict::pictures {
namespace {

constexpr std::size_t kNoteLength = 300;
constexpr int kNamedClasses = 30;
constexpr std::size_t kMaxMembers = 50;
constexpr std::size_t kMaxNotes = 50;

std::string card(const std::string& value, const std::string& name) {
  return "<div><b>" + value + "</b>" + name + "</div>\n";
}

/// One number, or the smallest and the largest.
std::string range(double low, double high) {
  return low == high ? number(low) : number(low) + " to " + number(high);
}

template <class Function>
std::string range_over(const std::vector<Member<float>>& members, Function&& value) {
  double low = value(members.front());
  double high = low;
  for (const Member<float>& member : members) {
    low = std::min(low, value(member));
    high = std::max(high, value(member));
  }
  return range(low, high);
}

double n_atoms(const Member<float>& member) {
  return static_cast<double>(member.parts.front().model.n_atoms());
}

double kappa_of(const Member<float>& member) {
  const SupervisedDictionary<float>& model = member.parts.front().model;
  return model.lambda1 / model.lambda0;
}

std::string method_in_words(Method method) {
  switch (method) {
    case Method::kRec:
      return "A reconstructive dictionary, learned without labels, and logistic regression on its "
             "codes.";
    case Method::kSdlG:
      return "Dictionary and decision functions learned together, in the generative way.";
    case Method::kSdlD:
      break;
  }
  return "Dictionary and decision functions learned together, to tell the classes apart.";
}

std::string strategy_in_words(const Classifier<float>& classifier, std::size_t n_parts) {
  switch (classifier.strategy) {
    case Strategy::kPairwise:
      if (n_parts == 1) return "One dictionary tells the two classes apart.";
      return std::to_string(n_parts) + " dictionaries, one for each pair of classes, vote.";
    case Strategy::kOneVsRest:
      return std::to_string(n_parts) + " dictionaries, one for each class against the rest.";
    case Strategy::kMulticlass:
      break;
  }
  return "One dictionary for all classes.";
}

std::string penalty_sentence(const SupervisedDictionary<float>& model) {
  const std::string words = penalty_in_words(model);
  return words.empty() ? "" : " Penalty: " + words + ".";
}

std::string class_list(const Classifier<float>& classifier) {
  std::string out;
  const int shown = std::min(classifier.n_classes(), kNamedClasses);
  for (int l = 0; l < shown; ++l) {
    out += (l == 0 ? "" : ", ") + escape_short(classifier.labels.name(l), kLabelLength);
  }
  if (shown < classifier.n_classes()) {
    out += " and " + std::to_string(classifier.n_classes() - shown) + " more";
  }
  return out;
}

std::string member_table(const Classifier<float>& classifier) {
  if (classifier.members.size() < 2) return "";
  std::vector<std::vector<std::string>> rows;
  for (const Member<float>& member : classifier.members) {
    if (rows.size() == kMaxMembers) break;
    rows.push_back({std::to_string(rows.size() + 1), number(n_atoms(member)),
                    number(kappa_of(member)), std::to_string(member.parts.size())});
  }
  return "<h3>Members of the ensemble</h3>\n" +
         html_table({"member", "atoms", "kappa", "dictionaries"}, rows);
}

}  // namespace

std::string headline(const Classifier<float>& classifier, const Evaluation* evaluation) {
  const std::vector<Member<float>>& members = classifier.members;
  std::string out = "<p>" + method_in_words(classifier.method) + " " +
                    strategy_in_words(classifier, members.front().parts.size()) +
                    penalty_sentence(members.front().parts.front().model) +
                    "</p>\n<div class=\"cards\">\n";
  if (evaluation != nullptr && evaluation->labelled()) {
    const auto n = static_cast<double>(evaluation->n_signals());
    out += card(percent(static_cast<double>(evaluation->n_wrong()) / n),
                "error on " + counted(evaluation->n_signals(), "signal"));
  }
  out += card(std::to_string(classifier.n_classes()), "classes");
  out += card(range_over(members, n_atoms), "atoms per dictionary");
  out += card(range_over(members, kappa_of), "kappa, the sparsity");
  if (members.size() > 1) out += card(std::to_string(members.size()), "members vote together");
  const Preprocessing& preprocessing = classifier.preprocessing;
  out += preprocessing.is_image()
             ? card(std::to_string(preprocessing.image_height) + " x " +
                        std::to_string(preprocessing.image_width),
                    "pixels per signal")
             : card(std::to_string(preprocessing.n_raw), "features per signal");
  return out + "</div>\n";
}

std::string origin_section(const Classifier<float>& classifier) {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"classes", class_list(classifier)});
  rows.push_back({"preprocessing", escape(classifier.preprocessing.describe())});
  if (const std::string device = training_device(classifier.notes); !device.empty()) {
    rows.push_back({"device", "trained on " + escape_short(device, kNoteLength)});
  }
  for (const auto& [name, text] : classifier.notes) {
    if (name == "options" || name == "training" || rows.size() >= kMaxNotes) continue;
    rows.push_back({escape_short(name, kLabelLength), escape_short(text, kNoteLength)});
  }
  std::string out = html_table({}, rows, "words") + member_table(classifier);
  std::vector<std::vector<std::string>> options;
  for (const auto& [name, value] : options_note(classifier.notes)) {
    options.push_back({escape_short(name, kLabelLength), escape_short(value, kNoteLength)});
  }
  if (options.empty())
    return out + "<p>The model does not say with which options it was trained.</p>\n";
  return out + "<h3>Options</h3>\n" + html_table({"option", "value"}, options, "words");
}

}  // namespace supdict::pictures
