// SPDX-License-Identifier: BSD-3-Clause
// Which points of a grid go on, and which win, whatever made their errors.
#include "training/tuning/race.hpp"

#include <gtest/gtest.h>

#include "support/expect.hpp"

namespace supdict::testing {
namespace {

std::vector<TunePoint> points_with(std::vector<std::vector<double>> errors) {
  std::vector<TunePoint> points;
  for (std::vector<double>& of_point : errors) {
    const int number = static_cast<int>(points.size());
    points.push_back({10 + number, 0.1 * (number + 1), std::move(of_point)});
  }
  return points;
}

std::vector<int> atoms_of(const std::vector<TunePoint*>& points) {
  std::vector<int> atoms;
  for (const TunePoint* point : points) atoms.push_back(point->atoms);
  return atoms;
}

TEST(Race, TriesHalfAsManyOnEveryFoldButNeverFewerThanAreKept) {
  const TuneOptions race{.keep = 3, .race = true};
  EXPECT_EQ(training::n_entrants(25, race, 0), 25);
  EXPECT_EQ(training::n_entrants(25, race, 1), 13);
  EXPECT_EQ(training::n_entrants(25, race, 2), 7);
  EXPECT_EQ(training::n_entrants(25, race, 3), 4);
  EXPECT_EQ(training::n_entrants(25, race, 4), 3);
  EXPECT_EQ(training::n_entrants(2, race, 4), 2);
  EXPECT_EQ(training::n_entrants(25, TuneOptions{.keep = 3, .race = false}, 4), 25);
}

TEST(Race, ThoseWithTheFewestErrorsGoOn) {
  auto points = points_with({{0.3}, {0.1}, {0.2}, {0.1}, {0.5}});
  const TuneOptions race{.keep = 1, .race = true};
  // Of equal ones the first.
  EXPECT_EQ(atoms_of(training::entrants(points, race, 1)), (std::vector{11, 13, 12}));
  points[1].errors.push_back(0.5);
  points[3].errors.push_back(0.2);
  points[2].errors.push_back(0.15);
  EXPECT_EQ(atoms_of(training::entrants(points, race, 2)), (std::vector{13, 12}));
}

TEST(Race, OnlyFoldsBeforeThisOneCount) {
  // As in a resumed search, where later folds may be done.
  auto points = points_with({{0.2, 0.0}, {0.1, 0.9}});
  EXPECT_EQ(atoms_of(training::entrants(points, {.keep = 1, .race = true}, 1)), (std::vector{11}));
}

TEST(Chosen, IsTheBestPointAndTheVoteOfThoseTriedAsOften) {
  auto points = points_with({{0.3, 0.3}, {0.1, 0.2}, {0.05}, {0.2, 0.2}});
  training::rank(points);
  TrainOptions options;
  options.time_budget = 5;
  const TrainOptions three = training::chosen(points, {.keep = 3}, options);
  EXPECT_EQ(three.atoms, 11);
  EXPECT_EQ(three.kappa, 0.2);
  EXPECT_EQ(three.members, "11:0.2,13:0.4,10:0.1");
  EXPECT_FALSE(three.time_budget);
  // The point that was tried on one fold only is not kept, however few its errors.
  EXPECT_EQ(training::chosen(points, {.keep = 4}, options).members, three.members);
  EXPECT_EQ(training::chosen(points, {.keep = 1}, options).members, "");
}

TEST(Chosen, WithoutATrialThereIsNone) {
  expect_error(ErrorCode::kInvalidOption, {"not one trial was finished"}, [] {
    training::chosen(points_with({{}, {}}), {}, {});
  });
}

}  // namespace
}  // namespace supdict::testing
