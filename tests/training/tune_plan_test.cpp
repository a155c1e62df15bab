// SPDX-License-Identifier: BSD-3-Clause
// What a search is going to try, and its state as text.
#include "training/tuning/tune_plan.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/expect.hpp"
#include "training/tuning/tune_state.hpp"

namespace supdict::testing {
namespace {

/// One label of each class in turn, as long as there are any: places say much about classes.
std::vector<std::string> labels_of(std::vector<int> sizes) {
  std::vector<std::string> labels;
  for (bool any = true; any;) {
    any = false;
    for (std::size_t l = 0; l < sizes.size(); ++l) {
      if (sizes[l]-- <= 0) continue;
      labels.emplace_back(1, static_cast<char>('a' + l));
      any = true;
    }
  }
  return labels;
}

TEST(Deal, GivesEveryFoldItsShareOfEachClass) {
  const std::vector<int> sizes = {50, 7, 3};
  const auto labels = labels_of(sizes);
  for (const int folds : {2, 3, 5}) {
    const auto fold = training::deal(labels, {.folds = folds}, 1);
    std::map<std::pair<std::string, int>, int> count;
    for (std::size_t j = 0; j < labels.size(); ++j) {
      ASSERT_GE(fold[j], 0);
      ASSERT_LT(fold[j], folds);
      ++count[{labels[j], fold[j]}];
    }
    for (std::size_t l = 0; l < sizes.size(); ++l) {
      for (int f = 0; f < folds; ++f) {
        const int share = count[{std::string(1, char('a' + l)), f}];
        EXPECT_GE(share, sizes[l] / folds);
        EXPECT_LE(share, (sizes[l] + folds - 1) / folds);
      }
    }
  }
}

TEST(Deal, TakesASubsetOfEachClassWithTheSeed) {
  const auto labels = labels_of({50, 7, 3});
  const TuneOptions tuning{.folds = 2, .subset = 5};
  const auto fold = training::deal(labels, tuning, 1);
  std::map<std::string, int> taken;
  for (std::size_t j = 0; j < labels.size(); ++j) taken[labels[j]] += fold[j] >= 0;
  EXPECT_EQ(taken["a"], 5);
  EXPECT_EQ(taken["b"], 5);
  EXPECT_EQ(taken["c"], 3);
  EXPECT_EQ(training::deal(labels, tuning, 1), fold);
  EXPECT_NE(training::deal(labels, tuning, 2), fold);
}

TEST(Grid, HasEveryPairAtomsFirst) {
  const auto points = training::grid({.grid_atoms = "8,4", .grid_kappa = "0.2,0.1,1e-3"});
  ASSERT_EQ(points.size(), 6U);
  EXPECT_EQ(points[0].atoms, 8);
  EXPECT_EQ(points[0].kappa, 0.2);
  EXPECT_EQ(points[2].kappa, 1e-3);
  EXPECT_EQ(points[3].atoms, 4);
}

TEST(TunePoint, BeforeItsFirstFoldIsAsBadAsCanBe) {
  EXPECT_EQ(TunePoint{}.error(), 1);
  EXPECT_DOUBLE_EQ((TunePoint{.atoms = 1, .kappa = 1, .errors = {0.1, 0.3}}).error(), 0.2);
}

TEST(TuneState, ComesBackFromItsText) {
  const training::TuneState state{
      .lambda2 = 0.1 + 0.2, .mu = 1.0 / 3, .errors = {{0.1, 1e-17, 1}, {}, {0.5}}};
  const std::string text = training::write_tune_state(state, "key");
  const auto back = training::read_tune_state(text, "s", "key", 3, 3);
  EXPECT_EQ(back.lambda2, state.lambda2);
  EXPECT_EQ(back.mu, state.mu);
  EXPECT_EQ(back.errors, state.errors);
  EXPECT_EQ(training::write_tune_state(back, "key"), text);
  expect_error(ErrorCode::kInvalidOption, {"'s'", "other data or options"},
               [&] { training::read_tune_state(text, "s", "other", 3, 3); });
  expect_error(ErrorCode::kFormat, {"'s' is damaged"},
               [&] { training::read_tune_state(text, "s", "key", 4, 3); });
  expect_error(ErrorCode::kFormat, {"at most 2 entries, one per fold"},
               [&] { training::read_tune_state(text, "s", "key", 3, 2); });
}

}  // namespace
}  // namespace supdict::testing
