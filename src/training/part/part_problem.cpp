// SPDX-License-Identifier: BSD-3-Clause
#include "training/part/part_problem.hpp"

#include <algorithm>
#include <numeric>

#include "core/sequence.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

/// Local class of a global class, or -1 if the part does not have it.
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

/// Columns of some signals, with their local classes.
struct Share {
  std::vector<Index> columns;
  std::vector<int> y;

  void add(Index column, int label) {
    columns.push_back(column);
    y.push_back(label);
  }

  /// Position of the first signal of a class that carries weight; size() if there is none.
  std::size_t find(int label, std::span<const double> weights) const {
    std::size_t i = 0;
    while (i < y.size() && (y[i] != label || weight_of(columns[i], weights) == 0)) ++i;
    return i;
  }

  static double weight_of(Index column, std::span<const double> weights) {
    return weights.empty() ? 1 : weights[column];
  }
};

/// Moves signals so that every class keeps one to train on.
void keep_every_class(Share& train, Share& held, std::span<const double> weights, int n_classes) {
  for (int l = 0; l < n_classes; ++l) {
    if (train.find(l, weights) < train.y.size()) continue;
    const std::size_t at = held.find(l, weights);
    if (at == held.y.size()) continue;
    train.add(held.columns[at], l);
    held.columns.erase(held.columns.begin() + static_cast<Index>(at));
    held.y.erase(held.y.begin() + static_cast<Index>(at));
  }
}

/// One weight per signal, balanced among the p classes if requested.
std::vector<double> weights_of(const Share& share, int p, std::span<const double> weights,
                               const TrainOptions& options) {
  std::vector<double> chosen;
  chosen.reserve(share.columns.size());
  for (const Index j : share.columns) chosen.push_back(Share::weight_of(j, weights));
  if (options.class_weight == ClassWeight::kBalanced) {
    std::vector<double> totals(p, 0.0);
    add_class_weights(share.y, chosen, totals);
    balance(share.y, totals, std::accumulate(chosen.begin(), chosen.end(), 0.0), chosen);
  }
  return chosen;
}

}  // namespace

std::vector<std::vector<int>> part_classes(Strategy strategy, int n_classes) {
  std::vector<std::vector<int>> parts;
  if (strategy == Strategy::kMulticlass) {
    parts.push_back(core::numbers_below<int>(n_classes));
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
  for (std::size_t j = 0; j < y.size(); ++j) totals[y[j]] += weights[j];
}

void balance(std::span<const int> y, std::span<const double> totals, double total,
             std::span<double> weights) {
  const auto n_classes = static_cast<double>(totals.size());
  for (std::size_t j = 0; j < y.size(); ++j) {
    const double own = totals[y[j]];
    if (own > 0) weights[j] *= total / (n_classes * own);
  }
}

template <class T>
PartProblem<T> make_part(std::vector<int> classes, std::uint64_t stream, ConstMatrixRef<T> X,
                         std::span<const int> y, std::span<const double> weights,
                         const Preprocessing& preprocessing, const TrainOptions& options) {
  Share train;
  Share held;
  for (Index j = 0; j < X.cols(); ++j) {
    const int label = local_class(classes, y[j]);
    if (label >= 0) (held_out(options, j) ? held : train).add(j, label);
  }
  const int p = static_cast<int>(classes.size());
  keep_every_class(train, held, weights, p);
  std::vector<double> w_train = weights_of(train, p, weights, options);
  std::vector<double> w_held = weights_of(held, p, weights, options);
  const double total = std::accumulate(w_train.begin(), w_train.end(), 0.0);
  return {std::move(classes),
          stream,
          signals::SignalSet<T>(X, std::move(train.columns), preprocessing, options.augment_shift,
                                Augmentation::parse(options.augment)),
          std::move(train.y),
          std::move(w_train),
          total,
          signals::SignalSet<T>(X, std::move(held.columns), preprocessing, 0),
          std::move(held.y),
          std::move(w_held)};
}

#define SUPDICT_INSTANTIATE(T)                                                             \
  template PartProblem<T> make_part<T>(std::vector<int>, std::uint64_t, ConstMatrixRef<T>, \
                                       std::span<const int>, std::span<const double>,      \
                                       const Preprocessing&, const TrainOptions&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
