// SPDX-License-Identifier: BSD-3-Clause
#include "prediction_writer.hpp"

#include <supdict/text.hpp>

#include "json_text.hpp"

namespace supdict::app {
namespace {

std::string number(double value) {
  constexpr int kDigits = 7;  // of a float
  return rounded_text(value, kDigits);
}

}  // namespace

PredictionWriter::PredictionWriter(const Classifier<float>& classifier,
                                   const PredictionColumns& columns)
    : classifier_(classifier), columns_(columns) {
  for (const auto& member : classifier.members) {
    for (const auto& part : member.parts) parts_.push_back(&part);
  }
}

std::string PredictionWriter::header() const {
  if (columns_.json) return {};
  std::string line = "label";
  if (columns_.certified) line += ",certified";
  for (int i = 1; i <= columns_.top; ++i) line += ",top" + std::to_string(i);
  for (const std::string& name : classifier_.labels.names()) {
    if (columns_.proba) line += "," + csv_field("proba:" + name);
  }
  for (const std::string& name : classifier_.labels.names()) {
    if (columns_.scores) line += "," + csv_field("score:" + name);
  }
  for (std::size_t i = 0; i < parts_.size() && columns_.costs; ++i) {
    for (const int l : parts_[i]->classes) {
      line += "," + csv_field("cost:" + std::to_string(i) + ":" + class_name(l));
    }
  }
  return line + "\n";
}

std::string PredictionWriter::csv_line(const Classification& result, const Matrix<int>& top,
                                       const std::vector<PartCosts>& costs, Index j) const {
  std::string line = csv_field(class_name(result.label[j]));
  if (columns_.certified) line += result.certified[j] ? ",1" : ",0";
  for (Index i = 0; i < top.rows(); ++i) line += "," + csv_field(class_name(top(i, j)));
  const Index p = classifier_.n_classes();
  for (Index l = 0; l < p && columns_.proba; ++l) line += "," + number(result.probabilities(l, j));
  for (Index l = 0; l < p && columns_.scores; ++l) line += "," + number(result.scores(l, j));
  for (std::size_t i = 0; i < costs.size() && columns_.costs; ++i) {
    for (Index l = 0; l < costs[i].costs.rows(); ++l) line += "," + number(costs[i].costs(l, j));
  }
  return line + "\n";
}

std::string PredictionWriter::json_line(const Classification& result, const Matrix<int>& top,
                                        const std::vector<PartCosts>& costs, Index j) const {
  Json json = {{"label", class_name(result.label[j])}};
  if (columns_.certified) json["certified"] = static_cast<bool>(result.certified[j]);
  for (Index i = 0; i < top.rows(); ++i) json["top"].push_back(class_name(top(i, j)));
  for (int l = 0; l < classifier_.n_classes(); ++l) {
    if (columns_.proba) json["proba"][class_name(l)] = result.probabilities(l, j);
    if (columns_.scores) json["scores"][class_name(l)] = result.scores(l, j);
  }
  for (std::size_t i = 0; i < costs.size() && columns_.costs; ++i) {
    Json part = Json::object();
    for (std::size_t l = 0; l < parts_[i]->classes.size(); ++l) {
      const auto row = static_cast<Index>(l);
      part[class_name(parts_[i]->classes[l])] = {{"cost", costs[i].costs(row, j)},
                                                 {"lower", costs[i].lower(row, j)},
                                                 {"upper", costs[i].upper(row, j)}};
    }
    json["costs"].push_back(std::move(part));
  }
  return line_of(json);
}

std::string PredictionWriter::lines(const Classification& result,
                                    const std::vector<PartCosts>& costs) const {
  Matrix<int> top(0, std::ssize(result.label));
  if (columns_.top > 0) top = top_classes(result.scores, columns_.top);
  std::string text;
  for (Index j = 0; j < std::ssize(result.label); ++j) {
    text += columns_.json ? json_line(result, top, costs, j) : csv_line(result, top, costs, j);
  }
  return text;
}

}  // namespace supdict::app
