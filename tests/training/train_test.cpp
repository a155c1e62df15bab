// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::error_of;
using testing::mixed_patterns;
using testing::quick_options;

template <class T>
class Training : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Training, Scalars);

TYPED_TEST(Training, LearnsWithEveryStrategyAndDecision) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(24, 360, 3, 0.05, 1);
  const auto test_set = mixed_patterns<T>(24, 150, 3, 0.05, 2);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
      TrainOptions options = quick_options();
      options.strategy = strategy;
      options.decision = decision;
      const auto result = train<T>(train_set.X, train_set.labels, options);
      EXPECT_TRUE(result.summary.usable) << to_string(strategy) << " " << to_string(decision);
      EXPECT_LT(error_of(result.classifier, test_set), 0.25)
          << to_string(strategy) << " " << to_string(decision);
    }
  }
}

TYPED_TEST(Training, DiscriminativeBeatsGenerativeBeatsChance) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(24, 600, 2, 0.4, 1);
  const auto test_set = mixed_patterns<T>(24, 400, 2, 0.4, 2);
  TrainOptions options = quick_options(Method::kSdlG);
  const double generative =
      error_of(train<T>(train_set.X, train_set.labels, options).classifier, test_set);
  options = quick_options();
  options.iterations = 400;
  const double discriminative =
      error_of(train<T>(train_set.X, train_set.labels, options).classifier, test_set);
  EXPECT_LT(discriminative, generative);
  EXPECT_LT(discriminative, 0.25);
}

TYPED_TEST(Training, GivesTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 240, 3, 0.1, 1);
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    for (const Strategy strategy : {Strategy::kPairwise, Strategy::kMulticlass}) {
      TrainOptions options = quick_options(method);
      options.strategy = strategy;
      options.iterations = 40;
      const auto one = train<T>(data.X, data.labels, options, {}, Context(1));
      const auto three = train<T>(data.X, data.labels, options, {}, Context(3));
      EXPECT_EQ(all_parameters(one.classifier), all_parameters(three.classifier))
          << to_string(method) << " " << to_string(strategy);
    }
  }
}

TYPED_TEST(Training, AlternatingNeverIncreasesTheGenerativeObjective) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 200, 2, 0.1, 1);
  for (const FirstDictionary init :
       {FirstDictionary::kReconstructive, FirstDictionary::kGaussian}) {
    TrainOptions options = quick_options(Method::kSdlG);
    options.trainer = TrainerKind::kAlternating;
    options.init = init;
    options.iterations = 12;
    options.coding.tolerance = 1e-7;
    const auto result = train<T>(data.X, data.labels, options);
    const auto& path = result.summary.members[0][0].path;
    ASSERT_GT(path.size(), 3U);
    for (std::size_t i = 1; i < path.size(); ++i) {
      EXPECT_LE(path[i].objective, path[i - 1].objective * (1 + 1e-6))
          << to_string(init) << " round " << i;
    }
    EXPECT_LT(path.back().objective, path.front().objective);
  }
}

/// A lambda0 that is chosen on the way changes the scale of E: no sign of getting worse or of an
/// end.
TYPED_TEST(Training, AlternatingGoesOnWhereLambda0IsChosen) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 200, 2, 0.1, 1);
  TrainOptions options = quick_options(Method::kSdlG);
  options.trainer = TrainerKind::kAlternating;
  options.lambda0.reset();
  options.iterations = 40;
  const PartSummary part = train<T>(data.X, data.labels, options).summary.members[0][0];
  ASSERT_EQ(part.gammas.size(), 10U);
  EXPECT_NE(part.gammas.back(), part.gammas.front());
}

TYPED_TEST(Training, AlternatingLearnsAlongTheWholePathInMu) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(16, 300, 2, 0.05, 1);
  const auto test_set = mixed_patterns<T>(16, 200, 2, 0.05, 2);
  TrainOptions options = quick_options();
  options.trainer = TrainerKind::kAlternating;
  options.iterations = 25;
  options.validation = 0.2;
  const auto result = train<T>(train_set.X, train_set.labels, options);
  EXPECT_LT(error_of(result.classifier, test_set), 0.2);
  EXPECT_GT(result.summary.members[0][0].path.back().mu, 0.5);
}

TYPED_TEST(Training, KeepsTheBestPointOfThePathOnTheValidationPart) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(24, 500, 2, 0.3, 1);
  TrainOptions options = quick_options();
  options.validation = 0.3;
  const auto result = train<T>(data.X, data.labels, options);
  const PartSummary& part = result.summary.members[0][0];
  EXPECT_GT(part.n_validation, 90);
  EXPECT_EQ(part.n_validation + part.n_signals, 500);
  for (const PathPoint& point : part.path) {
    EXPECT_FALSE(std::isnan(point.validation_error));
    EXPECT_GE(point.validation_error, part.path[part.chosen].validation_error);
    EXPECT_GT(point.mean_nonzeros, 0);
  }
  EXPECT_EQ(part.path.front().mu > 0, true);
  EXPECT_EQ(part.path.back().mu, 1);
}

TYPED_TEST(Training, FindsLambda0ByTheGammaRuleWhenItIsNotGiven) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(24, 400, 2, 0.05, 1);
  TrainOptions options = quick_options();
  options.lambda0.reset();
  const auto result = train<T>(train_set.X, train_set.labels, options);
  const PartSummary& part = result.summary.members[0][0];
  EXPECT_EQ(part.gammas.size(), 10U);
  EXPECT_GT(part.lambda0, 0);
  EXPECT_LT(error_of(result.classifier, train_set), 0.25);
}

TYPED_TEST(Training, WithoutAnyOptionEndsInAUsableModel) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(16, 240, 3, 0.05, 1);
  TrainOptions options;
  options.iterations = 200;  // only to keep the test short
  const auto result = train<T>(train_set.X, train_set.labels, options);
  EXPECT_TRUE(result.summary.usable);
  EXPECT_FALSE(result.summary.preprocessing.empty());
  EXPECT_GT(result.summary.resolved.atoms, 0);
  EXPECT_LT(error_of(result.classifier, train_set), 0.2);
}

TYPED_TEST(Training, StoppedBeforeItsFirstStepItStillSeparatesClasses) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(24, 600, 4, 0.05, 1);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    TrainHooks stop;
    stop.progress = [](const Progress&) { return false; };
    const auto stopped = train<T>(data.X, data.labels, options, stop);
    EXPECT_EQ(stopped.summary.status, TrainStatus::kStopped);
    EXPECT_TRUE(stopped.summary.usable);
    EXPECT_LT(error_of(stopped.classifier, data), 0.4) << to_string(method);
    options.time_budget = 1e-6;
    const auto late = train<T>(data.X, data.labels, options);
    EXPECT_EQ(late.summary.status, TrainStatus::kTimeBudget);
    EXPECT_LT(error_of(late.classifier, data), 0.4) << to_string(method);
  }
}

TYPED_TEST(Training, SaysSoWhenTheModelIsUseless) {
  using T = TypeParam;
  auto data = mixed_patterns<T>(16, 60, 2, 0.05, 1);
  data.X.setConstant(T(1));  // nothing to learn from
  const auto result = train<T>(data.X, data.labels, quick_options());
  EXPECT_FALSE(result.summary.usable);
  ASSERT_FALSE(result.summary.warnings.empty());
  EXPECT_NE(result.summary.warnings[0].find("kappa"), std::string::npos);
}

TYPED_TEST(Training, SignalsOfWeightZeroHaveNoEffect) {
  using T = TypeParam;
  auto data = mixed_patterns<T>(16, 200, 2, 0.05, 1);
  std::vector<double> weights(200, 1.0);
  for (std::size_t j = 100; j < 200; ++j) {  // poisoned half
    weights[j] = 0;
    data.labels[j] = data.labels[j + (j % 2 == 0 ? 1 : -1)];
  }
  const auto clean = mixed_patterns<T>(16, 200, 2, 0.05, 3);
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    const auto weighted = train<T>(data.X, data.labels, weights, options);
    const auto plain = train<T>(data.X, data.labels, options);
    EXPECT_LT(error_of(weighted.classifier, clean), 0.3) << to_string(method);
    EXPECT_GT(error_of(plain.classifier, clean), error_of(weighted.classifier, clean))
        << to_string(method);
  }
}

TYPED_TEST(Training, BalancedWeightsHelpTheRareClass) {
  using T = TypeParam;
  auto data = mixed_patterns<T>(16, 400, 2, 0.6, 1);
  std::vector<Index> kept;  // one signal of class 1 for eight of class 0
  for (Index j = 0; j < 400; ++j) {
    if (j % 2 == 0 || j % 16 == 1) kept.push_back(j);
  }
  testing::LabelledSignals<T> rare;
  rare.X = data.X(Eigen::all, kept);
  for (const Index j : kept) rare.labels.push_back(data.labels[j]);
  const auto missed = [&](const Classifier<T>& classifier) {
    const auto test_set = mixed_patterns<T>(16, 400, 2, 0.6, 2);
    const auto predicted = classifier.predict(test_set.X);
    int count = 0;
    for (std::size_t j = 1; j < 400; j += 2) count += predicted[j] != test_set.labels[j];
    return count;
  };
  TrainOptions options = quick_options(Method::kRec);
  const int plain = missed(train<T>(rare.X, rare.labels, options).classifier);
  options.class_weight = ClassWeight::kBalanced;
  EXPECT_LT(missed(train<T>(rare.X, rare.labels, options).classifier), plain);
}

}  // namespace
}  // namespace supdict
