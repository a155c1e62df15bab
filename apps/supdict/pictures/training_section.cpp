// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "pictures/atom_votes.hpp"
#include "pictures/html_page.hpp"
#include "pictures/sections.hpp"
#include "pictures/text.hpp"
#include "pictures/training_notes.hpp"

namespace supdict::pictures {
namespace {

/// Longer tables would bury the rest of the page.
constexpr std::size_t kMaxRows = 200;

bool known(const Series& series) {
  return !series.x.empty();
}

LineChart error_chart(const std::vector<NotedPart>& parts) {
  LineChart chart;
  chart.title = "Error along the path";
  chart.percents = true;
  chart.from_zero = true;
  chart.series.push_back(mean_over_parts("training", parts, &NotedPoint::train_error));
  Series validation = mean_over_parts("validation", parts, &NotedPoint::validation_error);
  if (known(validation)) chart.series.push_back(std::move(validation));
  return chart;
}

LineChart quantity_chart(const std::string& title, const std::vector<NotedPart>& parts,
                         double NotedPoint::*quantity, bool from_zero) {
  LineChart chart;
  chart.title = title;
  chart.from_zero = from_zero;
  chart.series.push_back(
      mean_over_parts(parts.size() > 1 ? "mean of the dictionaries" : "value", parts, quantity));
  return chart;
}

std::string charts(const std::vector<NotedPart>& parts) {
  std::vector<LineChart> all = {
      error_chart(parts),
      quantity_chart("Objective per signal", parts, &NotedPoint::objective, false),
      quantity_chart("mu, the share of the discriminative term", parts, &NotedPoint::mu, true),
      quantity_chart("Atoms used per signal", parts, &NotedPoint::mean_nonzeros, true)};
  std::string out;
  for (LineChart& chart : all) {
    chart.x_label = "iteration";
    if (parts.size() == 1 && parts[0].chosen_known) {
      chart.marks = {parts[0].path[parts[0].chosen].iteration};
      chart.marks_name = "kept";
    }
    out += line_chart(chart);
  }
  return out.empty() ? "" : "<div class=\"charts\">\n" + out + "</div>\n";
}

std::string name_of(const Classifier<float>& classifier, const NotedPart& part) {
  std::string name;
  for (const int label : part.classes) {
    if (label < kRest || label >= classifier.n_classes()) return "-";
    if (name.size() > 2 * kLabelLength) return name + " ...";
    name += (name.empty() ? "" : ", ") + escape_short(class_name(classifier, label), kLabelLength);
  }
  return name.empty() ? "-" : name;
}

std::string part_table(const Classifier<float>& classifier, const std::vector<NotedPart>& parts) {
  std::vector<std::vector<std::string>> rows;
  for (const NotedPart& part : parts) {
    if (rows.size() == kMaxRows) break;
    const NotedPoint& kept = part.chosen_known ? part.path[part.chosen] : part.path.back();
    rows.push_back({name_of(classifier, part), number(part.n_signals), number(kept.iteration),
                    number(kept.mu), number(part.lambda0), percent(kept.train_error),
                    percent(kept.validation_error)});
  }
  return html_table({"classes", "signals", "best iteration", "mu", "lambda0", "training error",
                     "validation error"},
                    rows);
}

}  // namespace

std::string training_section(const Classifier<float>& classifier) {
  const std::vector<NotedPart> parts = training_note(classifier.notes);
  if (parts.empty()) {
    return "<p>The model file has no record of the training path, so there are no curves.</p>\n";
  }
  const std::string table =
      html_details("path-table", "The iteration at which each dictionary was kept",
                   part_table(classifier, parts), parts.size() == 1);
  const bool one_step = std::all_of(parts.begin(), parts.end(),
                                    [](const NotedPart& part) { return part.path.size() == 1; });
  if (one_step) return "<p>Trained in one step: there is no path to draw.</p>\n" + table;
  std::string out;
  if (parts.size() > 1) {
    out = "<p>Lines are means over " + std::to_string(parts.size()) +
          " dictionaries; bands reach from the smallest to the largest value.</p>\n";
  }
  return out + charts(parts) + table;
}

}  // namespace supdict::pictures
