// SPDX-License-Identifier: BSD-3-Clause
// Scaling all weights and lambda2 by the same factor gives the same problem.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "training/generated.hpp"
#include "training/methods/gradient_step.hpp"
#include "training/methods/line_search.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::LabelledSignals;
using testing::mixed_patterns;
using testing::quick_options;

/// Uneven weights of mean 1, times `scale`.
std::vector<double> uneven(Index m, double scale) {
  std::vector<double> weights;
  for (Index j = 0; j < m; ++j) weights.push_back(scale * (j % 3 == 0 ? 1.75 : 0.625));
  return weights;
}

struct Way {
  Method method;
  TrainerKind trainer;
  Decision decision;
};

constexpr Way kWays[] = {{Method::kSdlD, TrainerKind::kStochastic, Decision::kLinear},
                         {Method::kSdlD, TrainerKind::kStochastic, Decision::kBilinear},
                         {Method::kSdlG, TrainerKind::kStochastic, Decision::kLinear},
                         {Method::kSdlD, TrainerKind::kAlternating, Decision::kLinear},
                         {Method::kSdlG, TrainerKind::kAlternating, Decision::kBilinear},
                         {Method::kRec, TrainerKind::kStochastic, Decision::kLinear},
                         {Method::kRec, TrainerKind::kStochastic, Decision::kBilinear}};

TrainOptions options_of(const Way& way) {
  TrainOptions options = quick_options(way.method);
  options.trainer = way.trainer;
  options.decision = way.decision;
  options.iterations = options.trainer == TrainerKind::kStochastic ? 60 : 6;
  options.lambda2 = 0.5;
  return options;
}

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << to_string(way.method) << ' ' << to_string(way.trainer) << ' '
             << to_string(way.decision);
}

Classifier<double> trained(const LabelledSignals<double>& data, TrainOptions options,
                           double scale) {
  if (options.lambda2) options.lambda2 = scale * *options.lambda2;
  return train<double>(data.X, data.labels, uneven(data.X.cols(), scale), options).classifier;
}

double distance(const Classifier<double>& a, const Classifier<double>& b) {
  const std::vector<double> one = all_parameters(a);
  const std::vector<double> two = all_parameters(b);
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    largest = std::max(largest, std::abs(one[i] - two[i]) / (1 + std::abs(one[i])));
  }
  return largest;
}

TEST(Weights, AndLambda2HaveACommonScale) {
  const auto data = mixed_patterns<double>(12, 96, 2, 0.1, 1);
  for (const Way& way : kWays) {
    const TrainOptions options = options_of(way);
    const auto plain = trained(data, options, 1);
    for (const double power_of_two : {0x1p-20, 0x1p10}) {
      EXPECT_EQ(all_parameters(trained(data, options, power_of_two)), all_parameters(plain)) << way;
    }
    // Other factors round differently, and a run amplifies rounding errors.
    for (const double scale : {1.0 / 96, 96.0}) {
      EXPECT_LT(distance(trained(data, options, scale), plain), 1e-3) << way << ' ' << scale;
    }
  }
}

TEST(Weights, AndTheParametersChosenForThemHaveACommonScale) {
  const auto data = mixed_patterns<double>(12, 96, 2, 0.3, 1);
  for (const Way& way : kWays) {
    TrainOptions options = options_of(way);
    options.lambda0.reset();
    options.lambda2.reset();
    options.class_weight = ClassWeight::kBalanced;
    EXPECT_EQ(all_parameters(trained(data, options, 1)), all_parameters(trained(data, options, 64)))
        << way;
  }
}

TEST(Weights, WithoutLambda2OfTheSameScaleAreAnotherProblem) {
  const auto data = mixed_patterns<double>(12, 96, 2, 0.1, 1);
  for (const Way& way : kWays) {
    const TrainOptions options = options_of(way);
    const auto weigh = [&](double scale) {
      const auto result = train<double>(data.X, data.labels, uneven(96, scale), options);
      return result.classifier.members[0].parts[0].model.W.norm();
    };
    // The same lambda2 has more effect if the signals have small weights.
    EXPECT_LT(weigh(1.0 / 96), 0.9 * weigh(1)) << way;
    EXPECT_GT(weigh(96), weigh(1)) << way;
  }
}

TEST(Weights, OfARunStoppedBeforeItsFirstStepCountToo) {
  const auto data = mixed_patterns<double>(12, 96, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.time_budget = 1e-6;
  EXPECT_EQ(all_parameters(trained(data, options, 1)), all_parameters(trained(data, options, 8)));
}

TEST(Weights, OfIncrementalTrainingHaveTheSameScaleAsLambda2) {
  const auto data = mixed_patterns<double>(12, 240, 3, 0.1, 1);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    const auto learned = [&](double scale) {
      TrainOptions options = quick_options(method);
      options.lambda0.reset();
      options.lambda2 = 0.5 * scale;
      IncrementalTrainer<double> trainer(data.X, data.labels, ClassLabels::from(data.labels),
                                         options);
      // Updates of different total weight.
      for (Index first = 0; first < 240; first += 60) {
        const LabelledSignals<double> batch{
            data.X.middleCols(first, 60),
            {data.labels.begin() + first, data.labels.begin() + first + 60}};
        trainer.update(batch.X, batch.labels, uneven(60, scale * (first < 120 ? 1 : 4)));
      }
      return all_parameters(trainer.classifier());
    };
    EXPECT_EQ(learned(1), learned(0x1p-12)) << to_string(method);
    EXPECT_EQ(learned(1), learned(0x1p12)) << to_string(method);
  }
}

TEST(Weights, ATrainedClassifierKeepsItsScaleOfWeights) {
  const auto data = mixed_patterns<double>(12, 96, 2, 0.1, 1);
  const auto learned = [&](double scale) {
    IncrementalTrainer<double> trainer(trained(data, options_of(kWays[0]), scale));
    trainer.update(data.X, data.labels, uneven(96, scale));
    return all_parameters(trainer.classifier());
  };
  EXPECT_EQ(learned(1), learned(256));
}

TEST(Weights, TheGradientsOfAllBatchesAverageToThatOfE) {
  const auto data = mixed_patterns<double>(12, 60, 2, 0.1, 1);
  auto model = trained(data, options_of(kWays[0]), 1).members[0].parts[0].model;
  const std::vector<double> weights = uneven(60, 3);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const CodingOptions coding{.tolerance = 1e-9};
  const Context context(1);
  std::vector<int> y;
  for (Index j = 0; j < 60; ++j) y.push_back(static_cast<int>(j % 2));
  const Codes<double> codes = Coder<double>(model, coding, context).encode(data.X);
  const auto expected =
      objective<double>(model, data.X, codes, y, weights, {.mu = 0.7, .lambda2 = 2}).gradient;

  const training::StepSettings settings{
      .mu = 0.7, .lambda2 = 2, .total_weight = total, .mean_weight = total / 60};
  constexpr Index kSize = 4;
  Gradient<double> mean;
  for (Index first = 0; first < 60; first += kSize) {
    const training::Batch<double> batch{data.X.middleCols(first, kSize),
                                        {y.begin() + first, y.begin() + first + kSize},
                                        {weights.begin() + first, weights.begin() + first + kSize}};
    const auto one = training::estimate_gradient(batch, settings, coding, context, model);
    const double share = static_cast<double>(kSize) / 60;
    if (first == 0) {
      mean = {share * one.D, share * one.W, share * one.b};
      continue;
    }
    mean.D += share * one.D;
    mean.W += share * one.W;
    mean.b += share * one.b;
  }
  const double size = expected.W.norm() / total;
  EXPECT_LT((mean.D - expected.D / total).norm(), 1e-8 * expected.D.norm() / total);
  EXPECT_LT((mean.W - expected.W / total).norm(), 1e-8 * size);
  EXPECT_LT((mean.b - expected.b / total).norm(), 1e-8 * size);
}

/// The message of the error that these weights give.
std::string message_for(const std::vector<double>& weights) {
  const auto data = mixed_patterns<float>(16, 60, 3, 0.1, 1);
  TrainOptions options = quick_options();
  options.iterations = 5;
  try {
    train<float>(data.X, data.labels, weights, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Weights, ThatCannotBeUsedAreNamed) {
  EXPECT_EQ(message_for(std::vector<double>(60, 0.0)),
            "all 60 weights (of signals, times those of their classes) are 0; expected at least "
            "one above 0");
  EXPECT_EQ(message_for(std::vector<double>(60, 1e-320)),
            "the largest of the weights is 9.99989e-321; expected 1e-15 to 1e+15: multiply all "
            "weights by one number, and lambda2, if it is given, by the same");
  EXPECT_NE(
      message_for(std::vector<double>(60, 1e308)).find("the largest of the weights is 1e+308"),
      std::string::npos);
  std::vector<double> one_class(60, 0.0);
  for (std::size_t j = 1; j < 60; j += 3) one_class[j] = 1;
  EXPECT_EQ(message_for(one_class),
            "the weights of class 'class-0' sum to 0, negligible compared with the largest weight, "
            "1; expected a noticeable weight in every class: leave the signals of this one out, or "
            "give them more");
  for (std::size_t j = 0; j < 60; ++j) one_class[j] = j % 3 == 1 ? 1 : 1e-320;
  EXPECT_NE(message_for(one_class).find("class 'class-0'"), std::string::npos);
  EXPECT_EQ(message_for(std::vector<double>(60, 1e-14)), "");
  EXPECT_EQ(message_for(std::vector<double>(60, 1e14)), "");
}

TEST(Weights, AClassWhoseOnlyWeightIsHeldOutGetsItBack) {
  const auto data = mixed_patterns<float>(16, 60, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.validation = 0.5;
  for (const std::size_t only : {1U, 3U, 5U, 7U, 9U, 11U}) {
    std::vector<double> weights(60, 0.0);
    for (std::size_t j = 0; j < 60; j += 2) weights[j] = 1;
    weights[only] = 1;
    const auto result = train<float>(data.X, data.labels, weights, options);
    EXPECT_NO_THROW(result.classifier.validate());
    for (const float value : all_parameters(result.classifier)) ASSERT_TRUE(std::isfinite(value));
    EXPECT_EQ(result.summary.members[0][0].classes.size(), 2U);
  }
}

TEST(LineSearch, AFailedSearchLeavesPointAndLengthUnchanged) {
  const auto moved = [](double length) {
    return training::Move<double>{1 - length, length * length};
  };
  double length = 1;
  double point = 1;
  EXPECT_EQ(training::line_search(0.0, length, point, moved, [](double) { return 1.0; }), 0);
  EXPECT_EQ(length, 1);
  EXPECT_EQ(point, 1);
}

TEST(LineSearch, DoublesTheLengthThatLowersTheObjective) {
  const auto moved = [](double length) {
    return training::Move<double>{1 - 2 * length, 4 * length * length};
  };
  double length = 8;
  double point = 1;
  const double found =
      training::line_search(1.0, length, point, moved, [](double x) { return x * x; });
  EXPECT_EQ(found, point * point);
  EXPECT_LT(found, 1);
  EXPECT_EQ(length, 1);  // 0.5 is the first that is short enough
}

}  // namespace
}  // namespace supdict
