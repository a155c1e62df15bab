// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/folds.hpp"

#include <algorithm>

#include "core/rng.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {

std::vector<Fold> stratified_folds(std::span<const int> y, std::span<const Index> columns,
                                   Index count, std::uint64_t seed, std::uint64_t round) {
  std::vector<Index> order(columns.begin(), columns.end());
  core::Rng{seed, kFoldStream, round}.shuffle(order);
  // Dealt class after class without a break: the rests of small classes go to different folds.
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return y[a] < y[b]; });
  std::vector<Fold> folds(count);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t f = 0; f < folds.size(); ++f) {
      (i % folds.size() == f ? folds[f].held_out : folds[f].train).push_back(order[i]);
    }
  }
  for (Fold& fold : folds) {
    std::sort(fold.train.begin(), fold.train.end());
    std::sort(fold.held_out.begin(), fold.held_out.end());
  }
  return folds;
}

}  // namespace supdict::training
