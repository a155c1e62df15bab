// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <supdict/text.hpp>
#include <tuple>

#include "pictures/html_page.hpp"
#include "pictures/sections.hpp"
#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

/// With more classes, the confusion matrix becomes a list.
constexpr Index kMaxMatrix = 30;
constexpr std::size_t kMaxConfusions = 20;
constexpr Index kMaxClassRows = 200;
/// Opacity of the strongest colour of a cell; text stays readable on it in both modes.
constexpr double kStrongest = 0.55;

std::string label(const Classifier<float>& classifier, Index l) {
  return escape_short(classifier.labels.name(static_cast<int>(l)), kLabelLength);
}

double share(Index part, Index whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : NAN;
}

/// Correct cells are green by their share of the row; wrong ones orange, with small numbers visible
/// too.
std::string cell_colour(const Matrix<Index>& confusion, Index row, Index column) {
  const Index total = confusion.row(row).sum();
  if (confusion(row, column) == 0 || total == 0) return " class=\"zero\"";
  const double part = share(confusion(row, column), total);
  const double strength = row == column ? part * part : 0.2 + 0.8 * std::sqrt(part);
  const std::string alpha = fixed_text(kStrongest * std::min(strength, 1.0), 2);
  return std::string(" style=\"background:rgb(var(--") + (row == column ? "good" : "bad") + ") / " +
         alpha + ")\"";
}

std::string confusion_matrix(const Classifier<float>& classifier, const Matrix<Index>& confusion) {
  std::string out =
      "<h3>Confusion matrix</h3>\n<p class=\"soft\">Rows: true class. Columns: predicted class. "
      "Numbers of signals.</p>\n<div class=\"scroll\"><table class=\"confusion\">\n"
      "<thead><tr><th scope=\"col\">true</th>";
  for (Index l = 0; l < confusion.cols(); ++l) {
    out += "<th scope=\"col\">" + label(classifier, l) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (Index row = 0; row < confusion.rows(); ++row) {
    out += "<tr><th scope=\"row\">" + label(classifier, row) + "</th>";
    for (Index column = 0; column < confusion.cols(); ++column) {
      out += "<td" + cell_colour(confusion, row, column) + ">" +
             std::to_string(confusion(row, column)) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

/// {signals, true class, predicted class}, the most frequent first
std::vector<std::tuple<Index, Index, Index>> confusions(const Matrix<Index>& confusion) {
  std::vector<std::tuple<Index, Index, Index>> all;
  for (Index row = 0; row < confusion.rows(); ++row) {
    for (Index column = 0; column < confusion.cols(); ++column) {
      if (row != column && confusion(row, column) > 0) {
        all.emplace_back(-confusion(row, column), row, column);
      }
    }
  }
  std::sort(all.begin(), all.end());
  if (all.size() > kMaxConfusions) all.resize(kMaxConfusions);
  return all;
}

std::string confusion_list(const Classifier<float>& classifier, const Matrix<Index>& confusion) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [count, row, column] : confusions(confusion)) {
    rows.push_back({label(classifier, row), label(classifier, column), std::to_string(-count)});
  }
  if (rows.empty()) return "";
  return "<h3>Most frequent confusions</h3>\n" + html_table({"true", "predicted", "signals"}, rows);
}

std::string class_table(const Classifier<float>& classifier, const Matrix<Index>& confusion) {
  std::vector<std::vector<std::string>> rows;
  for (Index l = 0; l < std::min(confusion.rows(), kMaxClassRows); ++l) {
    const Index right = confusion(l, l);
    const Index present = confusion.row(l).sum();
    const Index named = confusion.col(l).sum();
    rows.push_back({label(classifier, l), std::to_string(present), std::to_string(right),
                    percent(share(right, present)), percent(share(right, named)),
                    percent(share(2 * right, present + named))});
  }
  return "<h3>Per class</h3>\n" +
         html_table({"class", "signals", "right", "recall", "precision", "F1"}, rows);
}

std::string predicted_table(const Classifier<float>& classifier, const Evaluation& evaluation) {
  std::vector<Index> counts(classifier.n_classes(), 0);
  for (const int l : evaluation.result.label) ++counts[l];
  std::vector<std::vector<std::string>> rows;
  for (Index l = 0; l < std::min<Index>(classifier.n_classes(), kMaxClassRows); ++l) {
    const Index count = counts[l];
    rows.push_back({label(classifier, l), std::to_string(count),
                    percent(share(count, evaluation.n_signals()))});
  }
  return "<p>The " + counted(evaluation.n_signals(), "signal") +
         " have no labels, so there is no error to report. What the model predicts:</p>\n" +
         html_table({"class", "signals", "share"}, rows);
}

std::string probabilities(const Reliability& reliability) {
  return "<h3>Probabilities</h3>\n<p>Log-loss " + number(reliability.log_loss()) +
         ", expected calibration error " + percent(reliability.calibration_error()) + " (" +
         std::to_string(Reliability::kBins) +
         " bins). On the diagonal, labels are right as often as their probabilities say; below it "
         "they are overconfident.</p>\n" +
         reliability_charts(reliability);
}

}  // namespace

std::string evaluation_section(const Classifier<float>& classifier, const Evaluation& evaluation) {
  if (!evaluation.labelled()) return predicted_table(classifier, evaluation);
  const Index wrong = evaluation.n_wrong();
  const Index n = evaluation.n_signals();
  const Interval interval = wilson_interval(static_cast<double>(wrong), static_cast<double>(n));
  std::string out = "<p><b>" + percent(share(wrong, n)) + "</b> of " + counted(n, "signal") +
                    " are labelled wrongly (" + std::to_string(wrong) +
                    "). 95 % interval: " + percent(interval.low) + " to " + percent(interval.high) +
                    ".</p>\n";
  const std::string where = evaluation.confusion.rows() <= kMaxMatrix
                                ? confusion_matrix(classifier, evaluation.confusion)
                                : confusion_list(classifier, evaluation.confusion);
  return out + "<div class=\"beside\">\n<div>\n" + where + "</div>\n<div>\n" +
         class_table(classifier, evaluation.confusion) + "</div>\n</div>\n" +
         probabilities(evaluation.reliability);
}

}  // namespace supdict::pictures
