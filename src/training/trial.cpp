// SPDX-License-Identifier: BSD-3-Clause
#include "training/trial.hpp"

#include <algorithm>

#include "training/defaults.hpp"

namespace supdict::training {
namespace {

constexpr Index kMostParts = 8;
constexpr Index kMostPerClass = 300;
constexpr double kHeldOut = 0.25;

/// The first kMostPerClass signals of each class that carry weight: columns of all signals.
std::vector<Index> sample(std::span<const int> y, std::span<const double> weights, int n_classes) {
  std::vector<Index> taken(static_cast<std::size_t>(n_classes), 0);
  std::vector<Index> columns;
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (!weights.empty() && weights[j] == 0) continue;
    if (++taken[static_cast<std::size_t>(y[j])] <= kMostPerClass) {
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
  const Index count = std::min(kMostParts, std::ssize(parts));
  for (Index i = 0; i < count; ++i) {
    const Index part = i * std::ssize(parts) / count;
    auto problem =
        make_part<T>(parts[static_cast<std::size_t>(part)], static_cast<std::uint64_t>(part),
                     trial.X, y_sample, weights_sample, preprocessing, trial.options);
    if (problem.train.size() >= 2 && problem.validation.size() >= 1) {
      trial.parts.push_back(std::move(problem));
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
