// SPDX-License-Identifier: BSD-3-Clause
//   minimise over a   f(a) = sum over parts and their signals  weight C_y(-a S)  +  kPrior C(a)
//   [E17]
// f is convex. Bisection on the sign of f'; the result is lowered by one standard error of log a.
#include "training/rules/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/softmax.hpp"

namespace supdict::training {
namespace {

/// The prior, as a number of signals of two classes whose costs differ by kPriorDifference and are
/// right as often as they say: a stays near 1 until more signals than these contradict it.
constexpr double kPrior = 50;
constexpr double kPriorDifference = 2;

/// First and second derivative.
struct Slope {
  double first = 0;
  double second = 0;

  Slope& operator+=(const Slope& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

Slope slope_of(const HeldOut& part, double a) {
  Slope slope;
  Vector<double> probability(part.costs.rows());
  for (Index j = 0; j < part.costs.cols(); ++j) {
    const auto costs = part.costs.col(j);
    core::softmin(costs, a, probability);
    const double own = costs[part.y[j]];
    const double mean = (probability.array() * (costs.array() - own)).sum();
    const double square = (probability.array() * (costs.array() - own).square()).sum();
    slope.first -= part.weights[j] * mean;
    slope.second += part.weights[j] * (square - mean * mean);
  }
  return slope;
}

Slope slope_of_prior(double a) {
  const auto sigma = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double x = a * kPriorDifference;
  return {.first = kPrior * kPriorDifference * (sigma(x) - sigma(kPriorDifference)),
          .second = kPrior * kPriorDifference * kPriorDifference * sigma(x) * sigma(-x)};
}

Slope slope_of_all(std::span<const HeldOut> parts, double a) {
  Slope slope = slope_of_prior(a);
  for (const HeldOut& part : parts) slope += slope_of(part, a);
  return slope;
}

double minimiser(std::span<const HeldOut> parts) {
  double low = std::log(kLeastCalibration);
  double high = std::log(kMostCalibration);
  constexpr int kBisections = 40;  // to 1e-11
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (slope_of_all(parts, std::exp(middle)).first < 0 ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

/// Standard error of log a at the minimiser: from the curvature or, if the parts differ by more
/// than their signals explain, from the estimates of the single parts.
double standard_error(std::span<const HeldOut> parts, double a) {
  const double curvature = a * a * slope_of_all(parts, a).second;
  double squares = 0;
  double count = 0;
  for (const HeldOut& part : parts) {
    if (part.y.empty()) continue;
    const double pull = a * slope_of(part, a).first;
    squares += pull * pull;
    ++count;
  }
  const double between = count > 1 ? squares * count / (count - 1) : 0;
  return std::sqrt(std::max(curvature, between)) / curvature;
}

/// Signals of weight 0 do not count.
CalibrationSummary count(std::span<const HeldOut> parts) {
  CalibrationSummary summary;
  for (const HeldOut& part : parts) {
    if (!part.y.empty()) ++summary.n_parts;
    for (std::size_t j = 0; j < part.y.size(); ++j) {
      if (part.weights[j] == 0) continue;
      ++summary.n_signals;
      Index best = 0;
      part.costs.col(static_cast<Index>(j)).minCoeff(&best);
      summary.n_wrong += best != part.y[j];
    }
  }
  return summary;
}

/// Scales the weights to mean 1.
void normalise(std::span<HeldOut> parts, Index n_signals) {
  double total = 0;
  for (const HeldOut& part : parts) {
    total = std::accumulate(part.weights.begin(), part.weights.end(), total);
  }
  for (HeldOut& part : parts) {
    for (double& weight : part.weights) weight *= static_cast<double>(n_signals) / total;
  }
}

}  // namespace

CalibrationSummary fit_calibration(std::vector<HeldOut> parts) {
  CalibrationSummary summary = count(parts);
  if (summary.n_signals == 0) return summary;
  normalise(parts, summary.n_signals);
  const double a = minimiser(parts);
  summary.standard_error = standard_error(parts, a);
  summary.factor =
      std::clamp(a * std::exp(-summary.standard_error), kLeastCalibration, kMostCalibration);
  return summary;
}

}  // namespace supdict::training
