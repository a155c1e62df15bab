// SPDX-License-Identifier: BSD-3-Clause
#include "training/tuning/race.hpp"

#include <algorithm>
#include <numeric>

#include "supdict/error.hpp"
#include "supdict/text.hpp"

namespace supdict::training {

Index n_entrants(Index n_points, const TuneOptions& tuning, int fold) {
  if (!tuning.race) return n_points;
  Index count = n_points;
  for (int done = 0; done < fold; ++done) count = (count + 1) / 2;
  return std::max(count, std::min<Index>(tuning.keep, n_points));
}

std::vector<TunePoint*> entrants(std::vector<TunePoint>& points, const TuneOptions& tuning,
                                 int fold) {
  std::vector<TunePoint*> tried;
  for (TunePoint& point : points) {
    if (std::ssize(point.errors) >= fold) tried.push_back(&point);
  }
  const auto errors_before = [fold](const TunePoint* point) {
    return std::accumulate(point->errors.begin(), point->errors.begin() + fold, 0.0);
  };
  std::ranges::stable_sort(tried, {}, errors_before);
  tried.erase(tried.begin() + n_entrants(std::ssize(points), tuning, fold), tried.end());
  return tried;
}

void rank(std::vector<TunePoint>& points) {
  std::ranges::stable_sort(points, [](const TunePoint& a, const TunePoint& b) {
    if (a.errors.size() != b.errors.size()) return a.errors.size() > b.errors.size();
    return a.error() < b.error();
  });
}

TrainOptions chosen(const std::vector<TunePoint>& ranked, const TuneOptions& tuning,
                    TrainOptions options) {
  const TunePoint& best = ranked.front();
  if (best.errors.empty()) {
    throw Error(ErrorCode::kInvalidOption,
                "not one trial was finished; give more time, a --subset or fewer iterations");
  }
  options.time_budget.reset();
  options.atoms = best.atoms;
  options.kappa = best.kappa;
  if (tuning.keep == 1) return options;
  for (std::size_t i = 0; i < ranked.size() && static_cast<int>(i) < tuning.keep; ++i) {
    if (ranked[i].errors.size() < best.errors.size()) break;
    if (i > 0) options.members += ',';
    options.members += std::to_string(ranked[i].atoms) + ':' + shortest_text(ranked[i].kappa);
  }
  return options;
}

}  // namespace supdict::training
