// SPDX-License-Identifier: BSD-3-Clause
#include "training/part/weights.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/check.hpp"

namespace supdict::training {
namespace {

/// Sums over a batch are float, from 1e-38 to 3e38, and contain products of weights with lambda0
/// and squares of signals.
constexpr double kMost = 1e15;
/// A class with less than this share of the largest weight is lost in a sum of doubles.
constexpr double kLeastShare = 1e-12;

[[noreturn]] void throw_weights(const std::string& message) {
  throw Error(ErrorCode::kInvalidValue, message);
}

}  // namespace

void check_weight_scale(std::span<const double> weights) {
  if (weights.empty()) return;
  const double largest = *std::max_element(weights.begin(), weights.end());
  if (largest >= 1 / kMost && largest <= kMost) return;
  if (largest == 0) {
    throw_weights("all " + std::to_string(weights.size()) +
                  " weights (of signals, times those of their classes) are 0; expected at least "
                  "one above 0");
  }
  throw_weights("the largest of the weights is " + core::number(largest) + "; expected " +
                core::number(1 / kMost) + " to " + core::number(kMost) +
                ": multiply all weights by one number, and lambda2, if it is given, by the same");
}

void check_class_weights(std::span<const double> weights, std::span<const int> y,
                         const ClassLabels& labels) {
  if (weights.empty()) return;
  check_weight_scale(weights);
  const double largest = *std::max_element(weights.begin(), weights.end());
  std::vector<double> totals(labels.size(), 0.0);
  for (std::size_t j = 0; j < y.size(); ++j) totals[y[j]] += weights[j];
  for (int l = 0; l < labels.size(); ++l) {
    const double total = totals[l];
    if (total >= kLeastShare * largest) continue;
    throw_weights("the weights of class '" + labels.name(l) + "' sum to " + core::number(total) +
                  ", negligible compared with the largest weight, " + core::number(largest) +
                  "; expected a noticeable weight in every class: leave the signals of this one "
                  "out, or give them more");
  }
}

double mean_weight(std::span<const double> weights) {
  double sum = 0;
  double count = 0;
  for (const double weight : weights) {
    sum += weight;
    count += weight > 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace supdict::training
