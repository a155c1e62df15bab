// SPDX-License-Identifier: BSD-3-Clause
// The order of the points of a search, whatever their errors.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "training/tuning/race.hpp"

namespace supdict::testing {
namespace {

/// Errors of a search that may have been stopped within a fold.
std::vector<TunePoint> any_points() {
  const auto done = *rc::gen::inRange(1, 4);
  std::vector<TunePoint> points;
  for (auto count = *rc::gen::inRange(1, 12); count > 0; --count) {
    const auto folds = static_cast<std::size_t>(done + *rc::gen::inRange(0, 2));
    std::vector<double> of_point;
    while (of_point.size() < folds) of_point.push_back(0.01 * *rc::gen::inRange(0, 100));
    points.push_back({8, 0.1, std::move(of_point)});
  }
  return points;
}

RC_GTEST_PROP(Race, NoPointBehindAnotherIsBetterThanIt, ()) {
  auto points = any_points();
  training::rank(points);
  for (std::size_t i = 1; i < points.size(); ++i) {
    RC_ASSERT(points[i - 1].errors.size() >= points[i].errors.size());
    if (points[i - 1].errors.size() == points[i].errors.size()) {
      RC_ASSERT(points[i - 1].error() <= points[i].error());
    }
  }
}

RC_GTEST_PROP(Race, ThoseThatGoOnAreNoWorseThanThoseThatDoNot, ()) {
  auto points = any_points();
  const TuneOptions race{.keep = *rc::gen::inRange(1, 5), .race = true};
  const auto on = training::entrants(points, race, 1);
  RC_ASSERT(std::ssize(on) == training::n_entrants(std::ssize(points), race, 1));
  double worst = 0;
  for (const TunePoint* point : on) worst = std::max(worst, point->errors.front());
  for (const TunePoint& point : points) {
    if (std::find(on.begin(), on.end(), &point) == on.end()) {
      RC_ASSERT(point.errors.front() >= worst);
    }
  }
}

}  // namespace
}  // namespace supdict::testing
