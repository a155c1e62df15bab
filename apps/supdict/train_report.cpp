// SPDX-License-Identifier: BSD-3-Clause
#include "train_report.hpp"

#include "console.hpp"
#include "range.hpp"

namespace supdict::app {
namespace {

std::string method_text(const TrainSummary& summary) {
  const TrainOptions& used = summary.resolved;
  Index n_parts = 0;
  for (const auto& member : summary.members) n_parts += std::ssize(member);
  return "method         " + to_string(used.method) + ", " + to_string(used.decision) +
         " decision, " + to_string(used.strategy) +
         format(" (%td %s), %s trainer\n", n_parts, n_parts == 1 ? "part" : "parts",
                to_string(used.trainer).c_str());
}

std::string parameters_text(const TrainSummary& summary) {
  const TrainOptions& used = summary.resolved;
  Range lambda0;
  for (const auto& member : summary.members) {
    for (const PartSummary& part : member) lambda0.add(part.lambda0);
  }
  const std::string shape =
      used.members.empty() ? format("atoms %d, kappa %g", used.atoms.value(), used.kappa.value())
                           : "atoms:kappa " + used.members;
  return format("parameters     %s, lambda0 %s, lambda2 %g, mu %g\n", shape.c_str(),
                lambda0.text().c_str(), used.lambda2.value(), used.mu.value()) +
         format("iterations     %d of %d signals\n", used.iterations.value(),
                used.batch_size.value());
}

/// Empty where no part has validation signals.
std::string validation_text(const TrainSummary& summary) {
  double sum = 0;
  Index n = 0;
  for (const auto& member : summary.members) {
    for (const PartSummary& part : member) {
      if (part.n_validation == 0 || part.chosen >= part.path.size()) continue;
      sum += part.path[part.chosen].validation_error;
      ++n;
    }
  }
  if (n == 0) return "";
  return format("validation     %.2f %% mean error of a part\n",
                100 * sum / static_cast<double>(n));
}

std::string calibration_text(const TrainSummary& summary) {
  std::string text;
  for (const CalibrationSummary& found : summary.calibration) {
    text += found.n_parts == 0
                ? format("calibration    %g, not estimated\n", found.factor)
                : format("calibration    %.4g from %td costs of held-out signals, %td wrong\n",
                         found.factor, found.n_signals, found.n_wrong);
  }
  return text;
}

}  // namespace

std::string TrainReport::text() const {
  const TrainSummary& summary = result.summary;
  std::string text = "model          " + model + "\n";
  text += method_text(summary) + parameters_text(summary);
  text += "preprocessing  " + summary.preprocessing + "\n";
  if (summary.device != "cpu") text += "device         " + summary.device + "\n";
  text += "data           " + hash + "\n";
  text += format("seed           %llu\n", static_cast<unsigned long long>(summary.resolved.seed));
  text += format("training error %.2f %%\n", 100 * summary.train_error);
  text += validation_text(summary) + calibration_text(summary);
  return text + "time           " + duration(summary.seconds) +
         (summary.status == TrainStatus::kTimeBudget ? " (ended by --time-budget)\n" : "\n");
}

Json TrainReport::json() const {
  const TrainSummary& summary = result.summary;
  Json parts = Json::array();
  for (const auto& member : summary.members) {
    for (const PartSummary& part : member) {
      parts.push_back({{"classes", part.classes},
                       {"n", part.n_signals},
                       {"lambda0", part.lambda0},
                       {"replaced_atoms", part.n_replaced_atoms},
                       {"seconds", part.seconds}});
    }
  }
  return {{"model", model},
          {"status", to_string(summary.status)},
          {"usable", summary.usable},
          {"train_error", summary.train_error},
          {"seconds", summary.seconds},
          {"seed", summary.resolved.seed},
          {"n", data.n_samples()},
          {"features", data.n_features()},
          {"labels", result.classifier.labels.names()},
          {"data_hash", hash},
          {"preprocessing", summary.preprocessing},
          {"device", summary.device},
          {"options", json_of<Json>(summary.resolved)},
          {"parts", parts},
          {"calibration", json_of<Json>(summary.calibration)},
          {"warnings", summary.warnings}};
}

}  // namespace supdict::app
