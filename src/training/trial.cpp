// SPDX-License-Identifier: BSD-3-Clause
#include "training/trial.hpp"

#include <algorithm>

#include "training/defaults.hpp"

namespace supdict::training {
namespace {

constexpr Index kMostParts = 8;
constexpr Index kMostRounds = 4;
constexpr Index kEnoughSignals = 3000;
constexpr double kHeldOut = 0.25;

/// The best mu depends on the number of signals, so two classes show as many as ten.
Index most_per_class(int n_classes) {
  return std::max<Index>(300, kEnoughSignals / n_classes);
}

/// A quarter of a few hundred signals says little about an error: then each part is looked at
/// several times, with other signals held out.
Index rounds_for(Index n_parts, Index n_signals) {
  return std::clamp<Index>(std::min(kMostParts / n_parts, kEnoughSignals / n_signals), 1,
                           kMostRounds);
}

/// The first signals of each class that carry weight: columns of all signals.
std::vector<Index> sample(std::span<const int> y, std::span<const double> weights, int n_classes) {
  std::vector<Index> taken(static_cast<std::size_t>(n_classes), 0);
  std::vector<Index> columns;
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (!weights.empty() && weights[j] == 0) continue;
    if (++taken[static_cast<std::size_t>(y[j])] <= most_per_class(n_classes)) {
      columns.push_back(static_cast<Index>(j));
    }
  }
  return columns;
}

template <class Value>
std::vector<Value> pick(std::span<const Value> values, const std::vector<Index>& columns) {
  std::vector<Value> picked;
  if (values.empty()) return picked;
  picked.reserve(columns.size());
  for (const Index j : columns) picked.push_back(values[static_cast<std::size_t>(j)]);
  return picked;
}

TrainOptions smaller(const TrainOptions& options, const ProblemSize& size) {
  TrainOptions small = options;
  small.validation = kHeldOut;
  small.augment_shift = 0;
  small.dictionary_epochs = 0;
  return resolve(small, size);
}

}  // namespace

template <class T>
Trial<T> make_trial(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                    std::span<const int> y, std::span<const double> weights,
                    const Preprocessing& preprocessing, const TrainOptions& options) {
  const int n_classes = *std::max_element(y.begin(), y.end()) + 1;
  const std::vector<Index> columns = sample(y, weights, n_classes);
  const std::vector<int> y_sample = pick(y, columns);
  const std::vector<double> weights_sample = pick(weights, columns);
  Trial<T> trial;
  trial.X = signals(Eigen::all, columns);
  trial.options = smaller(options, {trial.X.rows(), trial.X.cols(), n_classes});
  const Index n_parts = std::ssize(parts);
  const Index count = std::min(kMostParts, n_parts);
  const Index rounds = rounds_for(n_parts, trial.X.cols());
  TrainOptions split = trial.options;
  for (Index round = 0; round < rounds; ++round, ++split.seed) {
    for (Index i = 0; i < count; ++i) {
      const Index part = i * n_parts / count;
      auto problem = make_part<T>(parts[static_cast<std::size_t>(part)],
                                  static_cast<std::uint64_t>(round * n_parts + part), trial.X,
                                  y_sample, weights_sample, preprocessing, split);
      if (problem.train.size() >= 2 && problem.validation.size() >= 1) {
        trial.parts.push_back(std::move(problem));
      }
    }
  }
  return trial;
}

#define SUPDICT_INSTANTIATE(T)                                                             \
  template Trial<T> make_trial<T>(const std::vector<std::vector<int>>&, ConstMatrixRef<T>, \
                                  std::span<const int>, std::span<const double>,           \
                                  const Preprocessing&, const TrainOptions&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
