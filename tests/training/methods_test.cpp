// SPDX-License-Identifier: BSD-3-Clause
// The pieces that trainers are made of, one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "support/expect.hpp"
#include "support/tolerances.hpp"
#include "training/judge.hpp"
#include "training/methods/first_model.hpp"
#include "training/methods/fixed_codes.hpp"
#include "training/part/probe.hpp"
#include "training/quick_model.hpp"
#include "training/steps.hpp"

namespace supdict::testing {
namespace {

using training::FixedCodes;
using training::PartProblem;

/// A part of `m` signals in three classes, with options that fit.
class Methods : public Steps<double> {
 protected:
  PartProblem<double> problem(const TrainOptions& options) const {
    Preprocessing none;
    none.unit_norm = false;
    none.n_raw = kFeatures;
    return training::make_part<double>({0, 1, 2}, 0, data_.X, data_.y, data_.weights, none,
                                       options);
  }

  static TrainOptions options(const Way& way = kEveryWay[8]) {
    TrainOptions chosen = options_of(way);
    chosen.kappa = 0.16;
    chosen.coding.tolerance = 1e-13;
    return chosen;
  }

  const Context context_{1};
};

// The objective at fixed codes.

TEST_F(Methods, FixedCodesGiveTheObjectiveWhereTheyWereMade) {
  for (const Way& way : {kEveryWay[8], kEveryWay[9]}) {
    const TrainOptions chosen = options(way);
    const auto part = problem(chosen);
    const auto model = first(way);
    for (const double mu : {0.0, 0.6, 1.0}) {
      const FixedCodes<double> fixed(part, chosen, mu, model, context_);
      Gradient<double> gradient;
      const double value = fixed.value(model, gradient);
      EXPECT_NEAR(fixed.value(model), value, kRounding * value);
      const Codes<double> codes = Coder<double>(model, chosen.coding).encode(data_.X);
      const auto expected = objective<double>(model, data_.X, codes, data_.y, data_.weights,
                                              {.mu = mu, .lambda2 = chosen.lambda2.value()});
      EXPECT_NEAR(value, expected.value, kRounding * value) << way;
      EXPECT_LT(relative_difference(gradient.D, expected.gradient.D), 1e-10) << way;
      EXPECT_LT(relative_difference(gradient.W, expected.gradient.W), 1e-10) << way;
      EXPECT_LT(relative_difference(gradient.b, expected.gradient.b), 1e-10) << way;
    }
  }
}

TEST_F(Methods, FixedCodesHaveTheGradientOfTheirOwnValue) {
  for (const Way& way : {kEveryWay[8], kEveryWay[9]}) {
    const TrainOptions chosen = options(way);
    const auto part = problem(chosen);
    const FixedCodes<double> fixed(part, chosen, 0.7, first(way), context_);
    // Away from where the codes were made: there they are no longer optimal.
    SupervisedDictionary<double> at = first(way);
    at.D += 0.05 * random_matrix(at.D.rows(), at.D.cols(), 21);
    at.W += 0.2 * random_matrix(at.W.rows(), at.W.cols(), 22);
    Gradient<double> gradient;
    fixed.value(at, gradient);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Matrix<double> dD = random_matrix(at.D.rows(), at.D.cols(), seed);
      const Matrix<double> dW = random_matrix(at.W.rows(), at.W.cols(), seed + 50);
      const Vector<double> db = random_matrix(at.b.size(), 1, seed + 90);
      const auto value_at = [&](double step) {
        SupervisedDictionary<double> moved = at;
        moved.D += step * dD;
        moved.W += step * dW;
        moved.b += step * db;
        return fixed.value(moved);
      };
      const double slope =
          (value_at(kDifferenceStep) - value_at(-kDifferenceStep)) / (2 * kDifferenceStep);
      const double expected = gradient.D.cwiseProduct(dD).sum() +
                              gradient.W.cwiseProduct(dW).sum() + gradient.b.dot(db);
      EXPECT_NEAR(slope, expected, 1e-6 * (1 + std::abs(expected))) << way;
    }
  }
}

TEST_F(Methods, FixedCodesLieAboveTheObjectiveElsewhere) {
  // E is the minimum over codes: with those of another model it can only be larger.
  const TrainOptions chosen = options();
  const auto part = problem(chosen);
  SupervisedDictionary<double> other = first(kEveryWay[8]);
  other.D += 0.1 * random_matrix(other.D.rows(), other.D.cols(), 23);
  const FixedCodes<double> elsewhere(part, chosen, 0, first(kEveryWay[8]), context_);
  const FixedCodes<double> own(part, chosen, 0, other, context_);
  EXPECT_GT(elsewhere.value(other), own.value(other));
}

// Where a part begins.

TEST_F(Methods, TheFirstModelHasUnitAtomsAndNoTheta) {
  for (const Way& way : kEveryWay) {
    for (const std::optional<double> lambda0 : {std::optional<double>(), std::optional(5.0)}) {
      TrainOptions chosen = options(way);
      chosen.init = lambda0 ? FirstDictionary::kReconstructive : FirstDictionary::kGaussian;
      chosen.lambda0 = lambda0;
      training::PartState<double> state;
      training::make_first_model(problem(chosen), chosen, context_, state);
      EXPECT_EQ(state.model.n_atoms(), chosen.atoms);
      EXPECT_LE(state.model.D.colwise().norm().maxCoeff(), 1 + 1e-9) << way;
      EXPECT_GT(state.model.D.colwise().norm().minCoeff(), 1e-3) << way;
      EXPECT_EQ(state.model.W.norm() + state.model.b.norm(), 0);
      EXPECT_EQ(state.model.lambda0, lambda0.value_or(20));
      EXPECT_NEAR(state.model.lambda1, *chosen.kappa * state.model.lambda0, 1e-12);
      EXPECT_NO_THROW(state.model.validate());
    }
  }
}

TEST_F(Methods, FirstDictionariesOfACacheAreLearnedOnceForEachPart) {
  training::DictionaryCache<double> cache(0.2);
  int learned = 0;
  const auto learn = [&] {
    ++learned;
    return Matrix<double>::Constant(2, 3, learned).eval();
  };
  EXPECT_EQ(cache.get(0, 3, learn)(0, 0), 1);
  EXPECT_EQ(cache.get(0, 3, learn)(0, 0), 1);
  EXPECT_EQ(cache.get(1, 3, learn)(0, 0), 2);
  EXPECT_EQ(cache.get(0, 4, learn)(0, 0), 3);
  cache.clear();
  EXPECT_EQ(cache.get(0, 3, learn)(0, 0), 4);
  EXPECT_EQ(cache.kappa(), 0.2);
}

TEST_F(Methods, ACacheDoesNotMakeARunDependOnWhoCameFirst) {
  TrainOptions chosen = options();
  const auto begin = [&](double kappa, training::DictionaryCache<double>& cache) {
    chosen.kappa = kappa;
    auto part = problem(chosen);
    part.cache = &cache;
    training::PartState<double> state;
    training::make_first_model(part, chosen, context_, state);
    return state.model.D;
  };
  training::DictionaryCache<double> one(0.15);
  const Matrix<double> alone = begin(0.1, one);
  training::DictionaryCache<double> two(0.15);
  const Matrix<double> other = begin(0.3, two);
  EXPECT_TRUE(same_bits(begin(0.1, two), alone));
  EXPECT_FALSE(same_bits(other, alone));
}

TEST_F(Methods, AQuickModelTellsClassesApartWithoutAStep) {
  for (const Way& way : kEveryWay) {
    const TrainOptions chosen = options(way);
    const auto part = problem(chosen);
    training::PartState<double> state;
    training::make_quick_model(part, chosen, context_, state);
    EXPECT_EQ(state.iteration, 0);
    EXPECT_TRUE(same_bits(state.best.W, state.model.W));
    const PartCosts costs = part_costs<double>({part.classes, state.model}, chosen.method.value(),
                                               data_.X, chosen.coding, context_);
    EXPECT_LT(training::error_rate(costs, data_.y), 0.3) << way;
  }
}

TEST_F(Methods, AProbeIsAFixedSampleOfTheSignals) {
  const TrainOptions chosen = options();
  const auto part = problem(chosen);
  const auto all = training::training_probe(part, chosen, 1000);
  EXPECT_TRUE(same_bits(all.X, data_.X));
  EXPECT_EQ(all.y, data_.y);
  EXPECT_EQ(all.weights, data_.weights);
  const auto some = training::training_probe(part, chosen, 5);
  ASSERT_EQ(some.X.cols(), 5);
  EXPECT_TRUE(same_bits(training::training_probe(part, chosen, 5).X, some.X));
  for (Index j = 0; j < 5; ++j) {
    Index at = 0;
    EXPECT_EQ((data_.X.colwise() - some.X.col(j)).colwise().norm().minCoeff(&at), 0);
    EXPECT_EQ(some.y[static_cast<std::size_t>(j)], data_.y[static_cast<std::size_t>(at)]);
  }
}

TEST(ErrorRate, CountsSignalsWhoseOwnCostIsNotTheSmallest) {
  PartCosts costs;
  costs.costs = Matrix<double>{{0, 1, 1, 0}, {1, 0, 1, 5}};
  EXPECT_EQ(training::error_rate(costs, std::vector<int>{0, 1, 0, 1}), 0.25);
  EXPECT_EQ(training::error_rate(costs, std::vector<int>{1, 0, 1, 1}), 1);
  costs.costs.resize(2, 0);
  EXPECT_EQ(training::error_rate(costs, {}), 0);
}

TEST(Judge, KnowsAUselessClassifierFromAUsefulOne) {
  const auto data = mixed_patterns<double>(10, 90, 3, 0.05, 1);
  TrainOptions options = options_of(kEveryWay[6]);
  const auto result = train<double>(data.X, data.labels, options);
  std::vector<int> y = result.classifier.labels.encode(data.labels);
  TrainSummary summary;
  training::judge<double>(result.classifier, data.X, y, 1000, result.summary.resolved, Context(1),
                          summary);
  EXPECT_TRUE(summary.usable);
  EXPECT_EQ(summary.train_error, result.summary.train_error);
  EXPECT_TRUE(summary.warnings.empty());
  // All of one class: naming it is always right, and nothing can be better.
  const std::vector<int> one_class(90, 1);
  training::judge<double>(result.classifier, data.X, one_class, 1000, result.summary.resolved,
                          Context(1), summary);
  EXPECT_FALSE(summary.usable);
  EXPECT_EQ(summary.warnings.size(), 1U);
}

/// The last look at a classifier must not take longer than the budget of its training.
TEST(Judge, LooksAtFewerSignalsWhereTheTimeIsUpAndPartsAreMany) {
  EXPECT_EQ(training::n_judged(TrainStatus::kFinished, 1000), 5000);
  EXPECT_EQ(training::n_judged(TrainStatus::kTimeBudget, 45), 5000);
  EXPECT_EQ(training::n_judged(TrainStatus::kTimeBudget, 90), 2500);
  EXPECT_EQ(training::n_judged(TrainStatus::kTimeBudget, 1000), 225);
  EXPECT_EQ(training::n_judged(TrainStatus::kTimeBudget, 100000), 200);
  EXPECT_EQ(training::n_judged(TrainStatus::kStopped, 1), 200);
}

/// 80 of 120 are wrong, and a third is of each class: 80/120 < 1 - 40/120 holds in double.
TEST(Judge, NamingOneClassIsUselessWhateverRoundingSays) {
  const auto data = mixed_patterns<double>(10, 120, 3, 0.05, 1);
  auto result = train<double>(data.X, data.labels, options_of(kEveryWay[6]));
  for (auto& member : result.classifier.members) {
    for (auto& part : member.parts) {
      part.model.W.setZero();
      part.model.b.setZero();
    }
  }
  const std::vector<int> y = result.classifier.labels.encode(data.labels);
  TrainSummary summary;
  training::judge<double>(result.classifier, data.X, y, 120, result.summary.resolved, Context(1),
                          summary);
  EXPECT_EQ(summary.train_error, 80.0 / 120);
  EXPECT_FALSE(summary.usable);
}

TEST(Judge, SeesAllClassesHoweverLabelsAlternate) {
  for (const int n_classes : {2, 3}) {
    const auto data = mixed_patterns<double>(10, 120, n_classes, 0.05, 1);
    ASSERT_NE(data.labels[0], data.labels[1]);
    const auto result = train<double>(data.X, data.labels, options_of(kEveryWay[6]));
    const std::vector<int> y = result.classifier.labels.encode(data.labels);
    // Every second or third signal would be of one class.
    for (const Index most : {60, 40, 30, 20}) {
      TrainSummary summary;
      training::judge<double>(result.classifier, data.X, y, most, result.summary.resolved,
                              Context(1), summary);
      EXPECT_TRUE(summary.usable) << n_classes << " classes, " << most << " of 120 signals";
    }
  }
}

}  // namespace
}  // namespace supdict::testing
