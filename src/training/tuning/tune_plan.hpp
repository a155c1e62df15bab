// SPDX-License-Identifier: BSD-3-Clause
// The plan of a search: the points of its grid and the folds of its signals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "supdict/tune.hpp"

namespace supdict::training {

/// Throw Error(kInvalidOption) if the text is not such a list.
std::vector<double> read_kappas(const TuneOptions& tuning);
std::vector<TunePoint> grid(const TuneOptions& tuning);

/// The fold of every signal, -1 for those left out. Each class is distributed evenly over the
/// folds.
std::vector<int> deal(std::span<const std::string> labels, const TuneOptions& tuning,
                      std::uint64_t seed);

}  // namespace supdict::training
