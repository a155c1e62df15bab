// SPDX-License-Identifier: BSD-3-Clause
// Stratified folds of training signals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::training {

/// Columns of training and held-out signals of one fold.
struct Fold {
  std::vector<Index> train;
  std::vector<Index> held_out;
};

/// `count` folds of the signals among `columns`, in which every class is spread evenly; `round`
/// numbers different divisions.
std::vector<Fold> stratified_folds(std::span<const int> y, std::span<const Index> columns,
                                   Index count, std::uint64_t seed, std::uint64_t round);

}  // namespace supdict::training
