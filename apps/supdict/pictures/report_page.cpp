// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/report_page.hpp"

#include <optional>

#include "pictures/html_page.hpp"
#include "pictures/sections.hpp"

namespace supdict::pictures {
namespace {

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string title_of(const Classifier<float>& classifier) {
  return upper(to_string(classifier.method)) + ", " +
         to_string(classifier.members.front().parts.front().model.decision) + ", " +
         to_string(classifier.strategy);
}

}  // namespace

std::string make_report(const Classifier<float>& classifier, const Dataset* data,
                        const Context& context, const CodingOptions& coding) {
  classifier.validate();
  std::optional<Predictor<float>> predictor;
  std::optional<Evaluation> evaluation;
  if (data != nullptr && data->n_samples() > 0) {
    predictor.emplace(classifier, coding, context);
    evaluation = evaluate(*predictor, *data, context);
  }
  const Evaluation* result = evaluation ? &*evaluation : nullptr;
  std::vector<Section> sections;
  sections.push_back({"results", "How well it does",
                      result != nullptr ? evaluation_section(classifier, *result)
                                        : "<p>No data were given to test the model on.</p>\n"});
  sections.push_back({"curves", "Learning curves", training_section(classifier)});
  sections.push_back({"atoms", "Atoms and weights", atoms_section(classifier)});
  if (result != nullptr) {
    sections.push_back(
        {"hardest", "Hardest signals", hardest_section(*predictor, *data, *result, context)});
  }
  sections.push_back({"origin", "How it was trained", origin_section(classifier)});
  return html_page("supdict: " + title_of(classifier), headline(classifier, result), sections);
}

}  // namespace supdict::pictures
