// SPDX-License-Identifier: BSD-3-Clause
// The rule for lambda0, and mu along the path: answers that are known beforehand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "training/generated.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/methods/path.hpp"

namespace supdict::testing {
namespace {

using training::PartProblem;

Preprocessing no_preprocessing(Index n) {
  Preprocessing none;
  none.unit_norm = false;
  none.n_raw = n;
  return none;
}

TrainOptions plain_options() {
  TrainOptions options = quick_options();
  options.lambda0.reset();
  return options;
}

/// Two classes, two features, two atoms: class l is atom l, of length `length`.
struct TwoAtoms {
  explicit TwoAtoms(Index m, double length = 1) : X(Matrix<double>::Zero(2, m)) {
    for (Index j = 0; j < m; ++j) {
      X(j % 2, j) = length;
      y.push_back(static_cast<int>(j % 2));
    }
    model.D = Matrix<double>::Identity(2, 2);
    model.W = Matrix<double>::Identity(2, 2);
    model.b = Vector<double>::Zero(2);
    model.lambda0 = 1;
    model.lambda1 = 0.1;
  }

  PartProblem<double> problem(const TrainOptions& options) const {
    return training::make_part<double>({0, 1}, 0, X, y, weights, no_preprocessing(2), options);
  }

  double rescaled(double trust = 1) {
    const TrainOptions options = plain_options();
    return training::rescale<double>(problem(options), options, Context(1), trust, model);
  }

  Matrix<double> X;
  std::vector<int> y;
  std::vector<double> weights;
  SupervisedDictionary<double> model;
};

TEST(Lambda0Rule, SeparableCostsGoAsFarAsOneRoundMay) {
  TwoAtoms data(10);
  EXPECT_DOUBLE_EQ(data.rescaled(), 4);
  EXPECT_DOUBLE_EQ(data.model.lambda0, 4);
  EXPECT_DOUBLE_EQ(data.model.lambda1, 0.4);
}

TEST(Lambda0Rule, SeparableCostsEndAtTheLargestLambda0ForTheirEnergy) {
  for (const double length : {1.0, 0.1, 10.0}) {
    TwoAtoms data(10, length);
    for (int round = 0; round < 20; ++round) data.rescaled();
    const double largest = 200 / (length * length);
    EXPECT_NEAR(data.model.lambda0, largest, 1e-9 * largest) << length;
    EXPECT_NEAR(data.model.lambda1, 0.1 * largest, 1e-9 * largest) << length;
  }
}

TEST(Lambda0Rule, UselessCostsLeaveLambda0Alone) {
  TwoAtoms wrong(10);
  for (int& label : wrong.y) label = 1 - label;
  EXPECT_EQ(wrong.rescaled(), 1);
  TwoAtoms without_theta(10);
  without_theta.model.W.setZero();
  EXPECT_EQ(without_theta.rescaled(), 1);
  EXPECT_EQ(without_theta.model.lambda0, 1);
}

TEST(Lambda0Rule, SignalsOfNothingLeaveLambda0Alone) {
  TwoAtoms nothing(10, 0);
  EXPECT_EQ(nothing.rescaled(), 1);
}

TEST(Lambda0Rule, FindsGammaOfTheCostsOfItsProbe) {
  TwoAtoms data(12);
  for (const std::size_t j : {2U, 3U, 7U, 8U}) data.y[j] = 1 - data.y[j];
  const TrainOptions options = plain_options();
  const Codes<double> codes = Coder<double>(data.model, options.coding).encode(data.X);
  const ScaleFit fit = fit_gamma(codes.value, data.y);
  ASSERT_FALSE(fit.separable || fit.useless);
  EXPECT_NEAR(data.rescaled(), std::clamp(fit.gamma, 0.25, 4.0), 1e-12);
}

TEST(Lambda0Rule, DependsOnWeights) {
  TwoAtoms data(12);
  for (const std::size_t j : {2U, 3U, 7U, 8U}) data.y[j] = 1 - data.y[j];
  TwoAtoms without_the_wrong = data;
  without_the_wrong.weights.assign(12, 1.0);
  for (const std::size_t j : {2U, 3U, 7U, 8U}) without_the_wrong.weights[j] = 0;
  EXPECT_LT(data.rescaled(), 4);
  EXPECT_DOUBLE_EQ(without_the_wrong.rescaled(), 4);
}

TEST(Lambda0Rule, TrustIsAnExponent) {
  for (const double trust : {1.0, 0.5, 0.1}) {
    TwoAtoms data(10);
    EXPECT_NEAR(data.rescaled(trust), std::pow(4, trust), 1e-12) << trust;
  }
}

TEST(Lambda0Rule, KeepsKappa) {
  core::Rng rng{1};
  for (int trial = 0; trial < 20; ++trial) {
    TwoAtoms data(14);
    for (int& label : data.y) label = rng.uniform() < 0.3 ? 1 - label : label;
    data.model.lambda0 = std::pow(10, 4 * rng.uniform() - 2);
    data.model.lambda1 = 0.15 * data.model.lambda0;
    data.rescaled();
    EXPECT_NEAR(data.model.lambda1 / data.model.lambda0, 0.15, 1e-12);
  }
}

TEST(Lambda0Rule, HasTenRoundsWhateverTheNumberOfSteps) {
  for (const int iterations : {1, 5, 20, 60, 100, 1000}) {
    for (const double ramp : {0.0, 0.3, 1.0}) {
      TrainOptions options = plain_options();
      options.iterations = iterations;
      options.mu_ramp = ramp;
      TwoAtoms data(4);
      const auto problem = data.problem(options);
      training::PartState<double> state;
      state.model = data.model;
      for (; state.iteration < iterations; ++state.iteration) {
        const std::size_t before = state.summary.gammas.size();
        const bool ahead = training::rescaling_ahead(options, state.iteration);
        training::rescale_if_due<double>(problem, options, Context(1), state);
        EXPECT_LE(state.summary.gammas.size(), before + 1);
        if (before == static_cast<std::size_t>(training::kScaleRounds)) {
          EXPECT_FALSE(ahead);
        }
      }
      EXPECT_EQ(std::ssize(state.summary.gammas),
                std::min(training::kScaleRounds, static_cast<Index>(iterations - 1)))
          << iterations << ' ' << ramp;
      EXPECT_FALSE(training::rescaling_ahead(options, Index{100} * iterations + 100));
    }
  }
}

TEST(Lambda0Rule, IsOverBeforeHalfOfTheRamp) {
  TrainOptions options = plain_options();
  options.iterations = 1000;
  options.mu_ramp = 0.3;
  EXPECT_TRUE(training::rescaling_ahead(options, 149));
  EXPECT_FALSE(training::rescaling_ahead(options, 150));
}

TEST(Lambda0Rule, AGivenLambda0IsNeverTouched) {
  TrainOptions options = plain_options();
  options.lambda0 = 7;
  options.iterations = 100;
  TwoAtoms data(4);
  const auto problem = data.problem(options);
  training::PartState<double> state;
  state.model = data.model;
  for (; state.iteration < 100; ++state.iteration) {
    EXPECT_FALSE(training::rescaling_ahead(options, state.iteration));
    training::rescale_if_due<double>(problem, options, Context(1), state);
  }
  EXPECT_TRUE(state.summary.gammas.empty());
  EXPECT_EQ(state.model.lambda0, data.model.lambda0);
}

TEST(Path, MuGrowsFromZeroToItsEndAndStaysThere) {
  for (const double end : {0.0, 0.4, 1.0}) {
    for (const double ramp : {0.0, 0.25, 1.0}) {
      TrainOptions options = quick_options();
      options.iterations = 80;
      options.mu = end;
      options.mu_ramp = ramp;
      double before = 0;
      for (Index iteration = 0; iteration <= 80; ++iteration) {
        const double mu = training::mu_at(options, iteration);
        EXPECT_GE(mu, before);
        EXPECT_LE(mu, end);
        if (static_cast<double>(iteration) >= 80 * ramp) {
          EXPECT_EQ(mu, end) << iteration;
        }
        before = mu;
      }
      if (ramp > 0) {
        EXPECT_EQ(training::mu_at(options, 0), 0);
        EXPECT_DOUBLE_EQ(training::mu_at(options, static_cast<Index>(40 * ramp)), end / 2);
      }
    }
  }
}

TEST(Path, MuIsZeroForWhatHasNoDiscriminativeTerm) {
  for (const Method method : {Method::kRec, Method::kSdlG}) {
    TrainOptions options = quick_options(method);
    EXPECT_EQ(training::mu_at(options, 0), 0) << to_string(method);
    EXPECT_EQ(training::mu_at(options, 1000), 0) << to_string(method);
  }
}

}  // namespace
}  // namespace supdict::testing
