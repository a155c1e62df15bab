// SPDX-License-Identifier: BSD-3-Clause
// What the rules for mu, the calibration and the defaults promise of every problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "training/generated.hpp"
#include "training/rules/calibration.hpp"
#include "training/rules/defaults.hpp"
#include "training/rules/mu_rule.hpp"

namespace supdict::testing {
namespace {

TEST(MuRule, AnswersWithAValueOfItsGridAndOnlyForGoodReasonWithAnotherThanOne) {
  core::Rng rng{3};
  for (int trial = 0; trial < 2000; ++trial) {
    std::array<double, training::kMuGrid.size()> errors{};
    for (double& error : errors) error = std::floor(60 * rng.uniform());
    const double mu = training::mu_for(errors);
    const auto at = std::find(training::kMuGrid.begin(), training::kMuGrid.end(), mu);
    ASSERT_NE(at, training::kMuGrid.end());
    const double own = errors[static_cast<std::size_t>(at - training::kMuGrid.begin())];
    if (mu == 1) {
      for (const double error : errors) EXPECT_GE(error, errors[0] - std::sqrt(errors[0]));
    } else {
      EXPECT_LT(own, errors[0] - std::sqrt(errors[0]));
      EXPECT_EQ(own, *std::min_element(errors.begin(), errors.end()));
    }
  }
}

TEST(MuRule, FewerErrorsOfOneNeverTakeItAway) {
  core::Rng rng{4};
  for (int trial = 0; trial < 500; ++trial) {
    std::array<double, training::kMuGrid.size()> errors{};
    for (double& error : errors) error = std::floor(60 * rng.uniform());
    if (training::mu_for(errors) != 1) continue;
    errors[0] = std::floor(errors[0] * rng.uniform());
    EXPECT_EQ(training::mu_for(errors), 1);
  }
}

training::ProblemSize size_of(Index n_signals, int n_classes) {
  return {.n_features = 50, .n_signals = n_signals, .n_classes = n_classes};
}

TrainOptions all_open() {
  return {};
}

TEST(Resolve, AtomsFollowTheSignalsOfAPartAndTheNumberOfClasses) {
  TrainOptions options = all_open();
  // Pairs: 2 m / p signals each.
  EXPECT_EQ(training::resolve(options, size_of(2998, 2)).atoms, 24);
  EXPECT_EQ(training::resolve(options, size_of(3000, 2)).atoms, 64);
  EXPECT_EQ(training::resolve(options, size_of(14990, 10)).atoms, 24);
  EXPECT_EQ(training::resolve(options, size_of(15000, 10)).atoms, 64);
  options.strategy = Strategy::kOneVsRest;
  EXPECT_EQ(training::resolve(options, size_of(2999, 10)).atoms, 24);
  EXPECT_EQ(training::resolve(options, size_of(3000, 10)).atoms, 64);
  options.strategy = Strategy::kMulticlass;
  EXPECT_EQ(training::resolve(options, size_of(3000, 2)).atoms, 64);
  EXPECT_EQ(training::resolve(options, size_of(3000, 10)).atoms, 160);
  EXPECT_EQ(training::resolve(options, size_of(3000, 100)).atoms, 256);
}

TEST(Resolve, ABatchIsNeverLargerThanAPartAndNeverOfOneSignal) {
  for (const int n_classes : {2, 7}) {
    for (const Index m : {2, 10, 100, 100000}) {
      const auto resolved = training::resolve(all_open(), size_of(m, n_classes));
      EXPECT_GE(resolved.batch_size, 2);
      EXPECT_LE(resolved.batch_size, kUsualBatch);
      EXPECT_LE(resolved.batch_size, std::max<double>(2, 2.0 * static_cast<double>(m) / n_classes));
    }
  }
}

TEST(Resolve, PassesOfTheFirstDictionaryFallWithTheNumberOfSignals) {
  double before = 41;
  for (const Index m : {10, 500, 1000, 5000, 20000, 1000000}) {
    const double epochs = training::resolve(all_open(), size_of(m, 2)).dictionary_epochs.value();
    EXPECT_LE(epochs, std::min(before, 40.0));
    EXPECT_GE(epochs, 1);
    before = epochs;
  }
  EXPECT_EQ(training::resolve(all_open(), size_of(4000, 2)).dictionary_epochs, 5);
}

TEST(Resolve, TheAlternatingTrainerHasFortyRounds) {
  TrainOptions options = all_open();
  options.trainer = TrainerKind::kAlternating;
  for (const Index m : {10, 100000}) {
    EXPECT_EQ(training::resolve(options, size_of(m, 3)).iterations, 40);
  }
}

TEST(Resolve, WhatIsGivenIsKeptAndWhatIsResolvedStays) {
  TrainOptions given = quick_options();
  given.kappa = 0.3;
  given.dictionary_epochs = 2.5;
  const auto kept = training::resolve(given, size_of(1000, 2));
  EXPECT_EQ(kept.atoms, given.atoms);
  EXPECT_EQ(kept.kappa, 0.3);
  EXPECT_EQ(kept.iterations, given.iterations);
  EXPECT_EQ(kept.batch_size, given.batch_size);
  EXPECT_EQ(kept.dictionary_epochs, 2.5);
  for (const Index m : {3, 100, 10000}) {
    const auto once = training::resolve(all_open(), size_of(m, 4));
    const auto twice = training::resolve(once, size_of(m, 4));
    EXPECT_EQ(twice.atoms, once.atoms);
    EXPECT_EQ(twice.kappa, once.kappa);
    EXPECT_EQ(twice.iterations, once.iterations);
    EXPECT_EQ(twice.batch_size, once.batch_size);
    EXPECT_EQ(twice.dictionary_epochs, once.dictionary_epochs);
    EXPECT_FALSE(once.lambda0 || once.lambda2 || once.mu) << "left to the rules";
  }
}

TEST(Resolve, MembersAreReadInTheirOrder) {
  TrainOptions options = all_open();
  options.members = "48:0.15,64:0.14,1:1e-3";
  const auto members = training::options_of_members(options);
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].atoms, 48);
  EXPECT_EQ(members[1].kappa, 0.14);
  EXPECT_EQ(members[2].atoms, 1);
  EXPECT_EQ(members[2].kappa, 1e-3);
  options.members = "48:0.15,390:0.02:bilinear:signals:0.001";
  const auto whole = training::options_of_members(options);
  EXPECT_EQ(whole[0].decision, options.decision);
  EXPECT_EQ(whole[1].decision, Decision::kBilinear);
  EXPECT_EQ(whole[1].init, FirstDictionary::kSignals);
  EXPECT_EQ(whole[1].lambda2, 0.001);
  options.members.clear();
  EXPECT_EQ(training::options_of_members(options).size(), 1U);
}

training::HeldOut some_costs(Index p, Index m, std::uint64_t seed) {
  core::Rng rng{seed};
  training::HeldOut part;
  part.costs.resize(p, m);
  for (Index j = 0; j < m; ++j) {
    part.y.push_back(static_cast<int>(rng.below(p)));
    part.weights.push_back(0.5 + rng.uniform());
    for (Index l = 0; l < p; ++l) part.costs(l, j) = 2 * rng.normal();
    part.costs(part.y.back(), j) -= 1;
  }
  return part;
}

double factor(std::vector<training::HeldOut> parts) {
  return training::fit_calibration(std::move(parts)).factor;
}

TEST(CalibrationRule, DoesNotDependOnTheOrderOfSignalsClassesAndParts) {
  const training::HeldOut one = some_costs(3, 60, 1);
  const training::HeldOut two = some_costs(3, 40, 2);
  const double expected = factor({one, two});
  EXPECT_NEAR(factor({two, one}), expected, 1e-9);
  training::HeldOut reversed = one;
  reversed.costs = one.costs.rowwise().reverse().eval();
  std::reverse(reversed.y.begin(), reversed.y.end());
  std::reverse(reversed.weights.begin(), reversed.weights.end());
  EXPECT_NEAR(factor({reversed, two}), expected, 1e-9);
  training::HeldOut renamed = one;
  renamed.costs = one.costs.colwise().reverse().eval();
  for (int& label : renamed.y) label = 2 - label;
  EXPECT_NEAR(factor({renamed, two}), expected, 1e-9);
}

TEST(CalibrationRule, OnlyDifferencesOfTheCostsOfASignalCount) {
  const training::HeldOut part = some_costs(3, 60, 1);
  training::HeldOut shifted = part;
  for (Index j = 0; j < 60; ++j) shifted.costs.col(j).array() += 10.0 * static_cast<double>(j);
  EXPECT_NEAR(factor({shifted}), factor({part}), 1e-8);
}

TEST(CalibrationRule, CostsInAnotherUnitAskForTheInverse) {
  // So many signals that what is known beforehand hardly matters.
  const training::HeldOut part = some_costs(2, 20000, 3);
  for (const double unit : {0.2, 5.0}) {
    training::HeldOut scaled = part;
    scaled.costs *= unit;
    EXPECT_NEAR(unit * factor({scaled}) / factor({part}), 1, 0.03) << unit;
  }
}

TEST(CalibrationRule, StaysInItsBounds) {
  for (const double unit : {1e-9, 1e9}) {
    for (const double sign : {-1.0, 1.0}) {
      training::HeldOut part = some_costs(2, 5000, 4);
      part.costs *= sign * unit;
      const double found = factor({part});
      EXPECT_GE(found, kLeastCalibration);
      EXPECT_LE(found, kMostCalibration);
    }
  }
}

}  // namespace
}  // namespace supdict::testing
