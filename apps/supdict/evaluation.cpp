// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <supdict/error.hpp>

#include "console.hpp"

namespace supdict::app {
namespace {

constexpr double kZ = 1.959963984540054;  // 97.5 % point of the normal distribution
constexpr int kMostShown = 16;            // classes of a table or a message that fits a screen

double ratio(Index part, Index whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// "97.50 %", or a dash of the same width if the share is undefined.
std::string share_text(double share, bool known) {
  return known ? format("%6.2f %%", 100 * share) : "       -";
}

Json number_or_null(double value, bool known) {
  return known ? Json(value) : Json(nullptr);
}

/// "a, b, c", the first of many.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t l = 0; l < names.size() && l < kMostShown; ++l) {
    text += (l == 0 ? "" : ", ") + names[l];
  }
  return names.size() > kMostShown ? text + ", ..." : text;
}

}  // namespace

void check_known_labels(const Dataset& truth, const ClassLabels& labels, Index before) {
  const std::set<std::string> known(labels.names().begin(), labels.names().end());
  for (std::size_t j = 0; j < truth.labels.size(); ++j) {
    if (known.contains(truth.labels[j])) continue;
    throw Error(ErrorCode::kInvalidValue,
                truth.source + ": sample " + std::to_string(before + static_cast<Index>(j) + 1) +
                    " has the label '" + truth.labels[j] +
                    "', which the model was not trained with; expected one of " +
                    listed(labels.names()));
  }
}

Evaluation::Evaluation(ClassLabels labels)
    : labels_(std::move(labels)), confusion_(Matrix<Index>::Zero(labels_.size(), labels_.size())) {}

void Evaluation::add(const Dataset& truth, const Classification& predicted) {
  check_known_labels(truth, labels_, n());
  const std::vector<int> own = labels_.encode(truth.labels);
  for (std::size_t j = 0; j < own.size(); ++j) {
    ++confusion_(own[j], predicted.label[j]);
    reliability_.add(predicted.probabilities.col(static_cast<Index>(j)), predicted.label[j],
                     own[j]);
    n_certified_ += predicted.certified[j] ? 1 : 0;
  }
}

double Evaluation::error() const {
  return ratio(n_wrong(), n());
}

std::pair<double, double> Evaluation::interval() const {
  const auto size = static_cast<double>(n());
  const double p = error();
  const double scale = 1 + kZ * kZ / size;
  const double centre = (p + kZ * kZ / (2 * size)) / scale;
  const double half = kZ * std::sqrt(p * (1 - p) / size + kZ * kZ / (4 * size * size)) / scale;
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

double Evaluation::recall(int l) const {
  return ratio(confusion_(l, l), confusion_.row(l).sum());
}

double Evaluation::precision(int l) const {
  return ratio(confusion_(l, l), confusion_.col(l).sum());
}

Json Evaluation::bins_json() const {
  Json bins = Json::array();
  for (const pictures::ReliabilityBin& bin : reliability_.bins()) {
    bins.push_back({{"low", bin.low},
                    {"high", bin.high},
                    {"n", bin.n},
                    {"confidence", number_or_null(bin.confidence(), bin.n > 0)},
                    {"accuracy", number_or_null(bin.accuracy(), bin.n > 0)}});
  }
  return bins;
}

Json Evaluation::json() const {
  Json rows = Json::array();
  Json classes = Json::array();
  for (int l = 0; l < labels_.size(); ++l) {
    Json row = Json::array();
    for (Index c = 0; c < confusion_.cols(); ++c) row.push_back(confusion_(l, c));
    rows.push_back(std::move(row));
    const Index own = confusion_.row(l).sum();
    const Index named = confusion_.col(l).sum();
    classes.push_back({{"label", labels_.name(l)},
                       {"n", own},
                       {"precision", number_or_null(precision(l), named > 0)},
                       {"recall", number_or_null(recall(l), own > 0)}});
  }
  const auto [low, high] = interval();
  return {{"error", error()},
          {"interval", {low, high}},
          {"n", n()},
          {"wrong", n_wrong()},
          {"certified", n_certified_},
          {"log_loss", reliability_.log_loss()},
          {"calibration_error", reliability_.calibration_error()},
          {"reliability", bins_json()},
          {"labels", labels_.names()},
          {"confusion", rows},
          {"classes", classes}};
}

std::string Evaluation::text() const {
  const auto [low, high] = interval();
  std::string text =
      format("error      %.2f %% (95 %% interval %.2f .. %.2f %%), %td of %td wrong\n",
             100 * error(), 100 * low, 100 * high, n_wrong(), n());
  text += format("certified  %.1f %% of the labels are those of the exact optimum\n",
                 100 * ratio(n_certified_, n()));
  text += format("log-loss   %.4f, expected calibration error %.2f %% (%d bins)\n",
                 reliability_.log_loss(), 100 * reliability_.calibration_error(),
                 pictures::Reliability::kBins);
  std::size_t width = 5;
  for (const std::string& name : labels_.names()) width = std::max(width, name.size());
  const int w = static_cast<int>(std::min<std::size_t>(width, 24));
  text += format("\n%-*s %8s %10s %8s\n", w, "class", "n", "precision", "recall");
  for (int l = 0; l < labels_.size(); ++l) {
    const Index own = confusion_.row(l).sum();
    text += format("%-*s %8td   %s %s\n", w, labels_.name(l).c_str(), own,
                   share_text(precision(l), confusion_.col(l).sum() > 0).c_str(),
                   share_text(recall(l), own > 0).c_str());
  }
  if (labels_.size() > kMostShown) return text + "\n(--json prints the confusion matrix)\n";
  text += format("\nconfusion (row: true, column: predicted)\n%-*s", w, "");
  for (const std::string& name : labels_.names()) text += format(" %6.6s", name.c_str());
  text += "\n";
  for (int l = 0; l < labels_.size(); ++l) {
    text += format("%-*s", w, labels_.name(l).c_str());
    for (Index c = 0; c < confusion_.cols(); ++c) text += format(" %6td", confusion_(l, c));
    text += "\n";
  }
  return text;
}

}  // namespace supdict::app
