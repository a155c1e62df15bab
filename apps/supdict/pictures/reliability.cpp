// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/reliability.hpp"

#include <algorithm>
#include <cmath>

#include "pictures/evaluation.hpp"
#include "pictures/svg_chart.hpp"
#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

constexpr double kLeastProbability = 1e-15;

std::string range(const ReliabilityBin& bin) {
  return percent(bin.low) + " to " + percent(bin.high);
}

}  // namespace

Reliability::Reliability() {
  for (int i = 0; i < kBins; ++i) {
    bins_[i].low = static_cast<double>(i) / kBins;
    bins_[i].high = static_cast<double>(i + 1) / kBins;
  }
}

void Reliability::add(const Eigen::Ref<const Vector<double>>& probability, Index label,
                      Index truth) {
  const double confidence = probability[label];
  const int bin = std::clamp(static_cast<int>(std::ceil(confidence * kBins)) - 1, 0, kBins - 1);
  ReliabilityBin& own = bins_[bin];
  ++own.n;
  own.right += label == truth ? 1 : 0;
  own.summed += confidence;
  loss_ -= std::log(std::max(probability[truth], kLeastProbability));
  ++n_;
}

double Reliability::log_loss() const {
  return loss_ / static_cast<double>(n_);
}

double Reliability::calibration_error() const {
  double sum = 0;
  for (const ReliabilityBin& bin : bins_)
    sum += std::abs(static_cast<double>(bin.right) - bin.summed);
  return sum / static_cast<double>(n_);
}

std::string reliability_charts(const Reliability& reliability) {
  LineChart chart;
  chart.title = "Share of right labels by their probability";
  chart.x_label = "probability of the label";
  chart.percents = true;
  chart.from_zero = true;
  Series seen{.name = "labels, with 95 % intervals", .x = {}, .y = {}};
  std::vector<Bar> counts;
  for (const ReliabilityBin& bin : reliability.bins()) {
    counts.push_back({.value = static_cast<double>(bin.n),
                      .title = range(bin) + ": " + counted(bin.n, "signal")});
    if (bin.n == 0) continue;
    const Interval interval =
        wilson_interval(static_cast<double>(bin.right), static_cast<double>(bin.n));
    seen.x.push_back(bin.confidence());
    seen.y.push_back(bin.accuracy());
    seen.low.push_back(interval.low);
    seen.high.push_back(interval.high);
  }
  chart.series = {std::move(seen), {.name = "as they should be", .x = {0, 1}, .y = {0, 1}}};
  return "<div class=\"charts\">\n" + line_chart(chart) +
         bar_chart("Signals by the probability of their label, 0 to 100 %", counts) + "</div>\n";
}

}  // namespace supdict::pictures
