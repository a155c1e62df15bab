// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/trial.hpp"

#include <algorithm>

#include "core/sequence.hpp"
#include "training/part/streams.hpp"
#include "training/part/weights.hpp"
#include "training/rules/defaults.hpp"

namespace supdict::training {
namespace {

constexpr Index kMostParts = 8;
constexpr Index kMostRounds = 4;
constexpr Index kEnoughSignals = 3000;
constexpr double kHeldOut = 0.25;

/// The best mu depends on the number of signals, so two classes together get as many as ten do.
Index most_per_class(int n_classes) {
  return std::max<Index>(300, kEnoughSignals / n_classes);
}

/// A quarter of a few hundred signals is too small to estimate an error. Then each part is
/// evaluated several times, with different signals held out.
Index rounds_for(Index n_parts, Index n_signals) {
  return std::clamp<Index>(std::min(kMostParts / n_parts, kEnoughSignals / n_signals), 1,
                           kMostRounds);
}

/// Column numbers of some signals of each class, among those of non-zero weight.
std::vector<Index> sample(std::span<const int> y, std::span<const double> weights, int n_classes,
                          std::uint64_t seed) {
  std::vector<Index> taken(n_classes, 0);
  std::vector<Index> columns;
  const core::Permutation order({seed, kTrialStream}, std::ssize(y));
  for (Index i = 0; i < std::ssize(y); ++i) {
    const Index j = order.at(i);
    if (!weights.empty() && weights[j] == 0) continue;
    if (++taken[y[j]] <= most_per_class(n_classes)) {
      columns.push_back(j);
    }
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

TrainOptions smaller(const TrainOptions& options, const ProblemSize& size) {
  TrainOptions small = options;
  small.validation = kHeldOut;
  small.augment_shift = 0;
  small.augment.clear();
  small.dictionary_epochs.reset();
  return resolve(small, size);
}

}  // namespace

template <class T>
Trial<T> make_trial(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                    std::span<const int> y, std::span<const double> weights,
                    const Preprocessing& preprocessing, const TrainOptions& options) {
  const int n_classes = *std::max_element(y.begin(), y.end()) + 1;
  const std::vector<Index> columns = sample(y, weights, n_classes, options.seed);
  const std::vector<int> y_sample = core::pick(y, columns);
  const auto weights_sample =
      weights.empty() ? std::vector<double>() : core::pick(weights, columns);
  Trial<T> trial;
  trial.weight = mean_weight(weights);
  trial.X = signals(Eigen::all, columns);
  trial.options = smaller(options, {trial.X.rows(), trial.X.cols(), n_classes});
  const Index n_parts = std::ssize(parts);
  const Index count = std::min(kMostParts, n_parts);
  const Index rounds = rounds_for(n_parts, trial.X.cols());
  TrainOptions split = trial.options;
  for (Index round = 0; round < rounds; ++round, ++split.seed) {
    for (Index i = 0; i < count; ++i) {
      const Index part = i * n_parts / count;
      auto problem = make_part<T>(parts[part], static_cast<std::uint64_t>(round * n_parts + part),
                                  trial.X, y_sample, weights_sample, preprocessing, split);
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
