// SPDX-License-Identifier: BSD-3-Clause
#include "training/part_problem.hpp"

#include <algorithm>
#include <numeric>

#include "training/streams.hpp"

namespace supdict::training {
namespace {

/// Local class of a global one, or -1 when the part does not know it.
int local_class(const std::vector<int>& classes, int label) {
  for (std::size_t l = 0; l < classes.size(); ++l) {
    if (classes[l] == label) return static_cast<int>(l);
  }
  return classes.front() == kRest ? 0 : -1;
}

bool held_out(const TrainOptions& options, Index column) {
  if (options.validation <= 0) return false;
  core::Rng rng{options.seed, kSplitStream, static_cast<std::uint64_t>(column)};
  return rng.uniform() < options.validation;
}

/// Every class needs a signal to train on.
void keep_classes_alive(std::vector<Index>& train, std::vector<int>& y, std::vector<Index>& held,
                        std::vector<int>& y_held, int n_classes) {
  for (int l = 0; l < n_classes; ++l) {
    if (std::find(y.begin(), y.end(), l) != y.end()) continue;
    const auto found = std::find(y_held.begin(), y_held.end(), l);
    if (found == y_held.end()) continue;
    const auto at = found - y_held.begin();
    train.push_back(held[static_cast<std::size_t>(at)]);
    y.push_back(l);
    held.erase(held.begin() + at);
    y_held.erase(found);
  }
}

}  // namespace

std::vector<std::vector<int>> part_classes(Strategy strategy, int n_classes) {
  std::vector<std::vector<int>> parts;
  if (strategy == Strategy::kMulticlass) {
    std::vector<int> all(static_cast<std::size_t>(n_classes));
    std::iota(all.begin(), all.end(), 0);
    parts.push_back(std::move(all));
  } else if (strategy == Strategy::kOneVsRest) {
    for (int l = 0; l < n_classes; ++l) parts.push_back({kRest, l});
  } else {
    for (int a = 0; a < n_classes; ++a) {
      for (int b = a + 1; b < n_classes; ++b) parts.push_back({a, b});
    }
  }
  return parts;
}

void add_class_weights(std::span<const int> y, std::span<const double> weights,
                       std::span<double> totals) {
  for (std::size_t j = 0; j < y.size(); ++j) totals[static_cast<std::size_t>(y[j])] += weights[j];
}

void balance(std::span<const int> y, std::span<const double> totals, double total,
             std::span<double> weights) {
  const auto n_classes = static_cast<double>(totals.size());
  for (std::size_t j = 0; j < y.size(); ++j) {
    const double own = totals[static_cast<std::size_t>(y[j])];
    if (own > 0) weights[j] *= total / (n_classes * own);
  }
}

template <class T>
PartProblem<T> make_part(std::vector<int> classes, std::uint64_t stream, ConstMatrixRef<T> X,
                         std::span<const int> y, std::span<const double> weights,
                         const Preprocessing& preprocessing, const TrainOptions& options) {
  std::vector<Index> train;
  std::vector<Index> held;
  std::vector<int> y_train;
  std::vector<int> y_held;
  for (Index j = 0; j < X.cols(); ++j) {
    const int label = local_class(classes, y[static_cast<std::size_t>(j)]);
    if (label < 0) continue;
    const bool out = held_out(options, j);
    (out ? held : train).push_back(j);
    (out ? y_held : y_train).push_back(label);
  }
  const int p = static_cast<int>(classes.size());
  keep_classes_alive(train, y_train, held, y_held, p);
  std::vector<double> chosen;
  chosen.reserve(train.size());
  for (const Index j : train) {
    chosen.push_back(weights.empty() ? 1 : weights[static_cast<std::size_t>(j)]);
  }
  if (options.class_weight == "balanced") {
    std::vector<double> totals(static_cast<std::size_t>(p), 0.0);
    add_class_weights(y_train, chosen, totals);
    balance(y_train, totals, std::accumulate(chosen.begin(), chosen.end(), 0.0), chosen);
  }
  const double total = std::accumulate(chosen.begin(), chosen.end(), 0.0);
  return {std::move(classes),
          stream,
          signals::SignalSet<T>(X, std::move(train), preprocessing, options.augment_shift),
          std::move(y_train),
          std::move(chosen),
          total,
          signals::SignalSet<T>(X, std::move(held), preprocessing, 0),
          std::move(y_held)};
}

#define SUPDICT_INSTANTIATE(T)                                                             \
  template PartProblem<T> make_part<T>(std::vector<int>, std::uint64_t, ConstMatrixRef<T>, \
                                       std::span<const int>, std::span<const double>,      \
                                       const Preprocessing&, const TrainOptions&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
