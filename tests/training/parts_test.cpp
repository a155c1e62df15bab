// SPDX-License-Identifier: BSD-3-Clause
// What a part is trained on: its signals, their weights, and the trials that choose parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/rng.hpp"
#include "training/generated.hpp"
#include "training/part/weights.hpp"
#include "training/rules/trial.hpp"

namespace supdict::testing {
namespace {

Preprocessing no_preprocessing(Index n) {
  Preprocessing none;
  none.unit_norm = false;
  none.n_raw = n;
  return none;
}

TEST(MeanWeight, IsThatOfTheSignalsThatCarryWeight) {
  EXPECT_EQ(training::mean_weight({}), 1);
  EXPECT_EQ(training::mean_weight(std::vector<double>{0, 0}), 1);
  EXPECT_EQ(training::mean_weight(std::vector<double>{0, 2, 4, 0}), 3);
}

TEST(Balance, GivesEachClassTheSameWeightAndKeepsTheirSum) {
  core::Rng rng{5};
  for (int trial = 0; trial < 50; ++trial) {
    const int p = 2 + trial % 4;
    std::vector<int> y;
    std::vector<double> weights;
    for (int j = 0; j < 40; ++j) {
      y.push_back(j < p ? j : static_cast<int>(rng.below(p)));
      weights.push_back(0.1 + rng.uniform());
    }
    std::vector<double> totals(static_cast<std::size_t>(p), 0.0);
    training::add_class_weights(y, weights, totals);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    training::balance(y, totals, total, weights);
    std::vector<double> after(static_cast<std::size_t>(p), 0.0);
    training::add_class_weights(y, weights, after);
    for (const double of_class : after) EXPECT_NEAR(of_class, total / p, 1e-12 * total);
  }
}

TEST(PartClasses, OfEveryStrategyCoverAllClasses) {
  for (const int p : {2, 3, 6}) {
    const auto pairs = training::part_classes(Strategy::kPairwise, p);
    EXPECT_EQ(std::ssize(pairs), p * (p - 1) / 2);
    EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), pairs.size());
    EXPECT_EQ(std::ssize(training::part_classes(Strategy::kOneVsRest, p)), p);
    EXPECT_EQ(training::part_classes(Strategy::kMulticlass, p).size(), 1U);
    EXPECT_EQ(std::ssize(training::part_classes(Strategy::kMulticlass, p)[0]), p);
  }
}

TEST(MakePart, HoldsOutTheSameSignalsInEveryPart) {
  const auto data = mixed_patterns<double>(4, 300, 3, 0.1, 1);
  const std::vector<int> y = ClassLabels::from(data.labels).encode(data.labels);
  TrainOptions options = quick_options();
  options.validation = 0.4;
  const auto part = [&](std::vector<int> classes, std::uint64_t stream) {
    return training::make_part<double>(std::move(classes), stream, data.X, y, {},
                                       no_preprocessing(4), options);
  };
  const auto all = part({0, 1, 2}, 0);
  EXPECT_EQ(all.train.size() + all.validation.size(), 300);
  EXPECT_NEAR(static_cast<double>(all.validation.size()), 120, 30);
  Index held_out = 0;
  for (const auto& classes : training::part_classes(Strategy::kPairwise, 3)) {
    const auto pair = part(classes, 5);
    EXPECT_EQ(pair.train.size() + pair.validation.size(), 200);
    held_out += pair.validation.size();
  }
  EXPECT_EQ(held_out, 2 * all.validation.size());
  const auto rest = part({kRest, 1}, 2);
  EXPECT_EQ(rest.validation.size(), all.validation.size());
  EXPECT_EQ(std::accumulate(rest.y.begin(), rest.y.end(), 0) +
                std::accumulate(rest.y_validation.begin(), rest.y_validation.end(), 0),
            100);
}

TEST(Trial, LooksAtSomeSignalsOfEachClassThatCarryWeight) {
  constexpr Index kM = 2000;
  Matrix<double> X(1, kM);
  std::vector<int> y;
  std::vector<double> weights;
  for (Index j = 0; j < kM; ++j) {
    X(0, j) = static_cast<double>(j);
    y.push_back(j < 1900 ? 0 : static_cast<int>(1 + j % 9));
    weights.push_back(j % 5 == 0 ? 0 : 3);
  }
  TrainOptions options = quick_options();
  options.lambda2.reset();
  const auto parts = training::part_classes(Strategy::kPairwise, 10);
  const auto trial =
      training::make_trial<double>(parts, X, y, weights, no_preprocessing(1), options);
  EXPECT_EQ(trial.weight, 3);
  std::vector<Index> seen(10, 0);
  for (const double x : trial.X.reshaped()) {
    const auto j = static_cast<Index>(x);
    EXPECT_NE(j % 5, 0);
    ++seen[static_cast<std::size_t>(y[static_cast<std::size_t>(j)])];
  }
  EXPECT_EQ(seen[0], 300);
  EXPECT_EQ(std::accumulate(seen.begin() + 1, seen.end(), Index{0}), 80);
  EXPECT_TRUE(std::is_sorted(trial.X.data(), trial.X.data() + trial.X.size()));
  EXPECT_LE(trial.parts.size(), 8U);
  for (const auto& part : trial.parts) {
    EXPECT_GE(part.train.size(), 2);
    EXPECT_GE(part.validation.size(), 1);
  }
}

TEST(Trial, TwoClassesAreLookedAtSeveralTimesWithOtherSignalsHeldOut) {
  const auto data = mixed_patterns<double>(3, 200, 2, 0.1, 1);
  const std::vector<int> y = ClassLabels::from(data.labels).encode(data.labels);
  const auto trial =
      training::make_trial<double>({{0, 1}}, data.X, y, {}, no_preprocessing(3), quick_options());
  ASSERT_EQ(trial.parts.size(), 4U);
  std::set<Index> sizes;
  std::set<std::uint64_t> streams;
  for (const auto& part : trial.parts) {
    EXPECT_EQ(part.train.size() + part.validation.size(), 200);
    EXPECT_NEAR(static_cast<double>(part.validation.size()), 50, 25);
    streams.insert(part.stream);
  }
  EXPECT_EQ(streams.size(), 4U);
  EXPECT_NE(trial.parts[0].y_validation, trial.parts[1].y_validation);
}

}  // namespace
}  // namespace supdict::testing
