// SPDX-License-Identifier: BSD-3-Clause
// Which points of a grid are tried on, and which of them win.
#pragma once

#include <vector>

#include "supdict/tune.hpp"

namespace supdict::training {

/// The number of points that are tried on a fold: all of them or, in a race, half of those of the
/// fold before, rounded up, but not less than what is kept.
Index n_entrants(Index n_points, const TuneOptions& tuning, int fold);

/// These points: of those that were tried on all folds before, the ones with the fewest errors
/// there.
std::vector<TunePoint*> entrants(std::vector<TunePoint>& points, const TuneOptions& tuning,
                                 int fold);

/// The best first. A point tried on more folds comes before one tried on fewer.
void rank(std::vector<TunePoint>& points);

/// `options` with the best point and, if more than one is kept, the best ones as members. Throws
/// Error(kInvalidOption) if no point was tried. `ranked`: by rank().
TrainOptions chosen(const std::vector<TunePoint>& ranked, const TuneOptions& tuning,
                    TrainOptions options);

}  // namespace supdict::training
