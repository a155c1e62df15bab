// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "supdict/objective.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Two classes with costs (0, 1), so class 0 is predicted. It is the label of two of three signals.
const Matrix<double> kCosts = (Matrix<double>(2, 3) << 0, 0, 0, 1, 1, 1).finished();
const std::vector<int> kMostlyRight = {0, 0, 1};

double loss(const Matrix<double>& costs, const std::vector<int>& y, double gamma) {
  double total = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    const double own = costs(y[j], j);
    total += std::log((gamma * (own - costs.col(j).array())).exp().sum());
  }
  return total;
}

TEST(FitGamma, TwoRightOneWrongGivesTheLogarithmOfTwo) {
  const ScaleFit fit = fit_gamma(kCosts, kMostlyRight);
  EXPECT_NEAR(fit.gamma, std::log(2), 1e-12);
  EXPECT_FALSE(fit.separable);
  EXPECT_FALSE(fit.useless);
}

TEST(FitGamma, GammaTimesCostsDoesNotDependOnTheUnitOfTheCosts) {
  for (const double unit : {1e-4, 1e-2, 10.0, 1e4, 1e7}) {
    EXPECT_NEAR(fit_gamma(unit * kCosts, kMostlyRight).gamma * unit, std::log(2), 1e-9) << unit;
  }
}

TEST(FitGamma, NoOtherScaleIsBetter) {
  const Matrix<double> costs = random_matrix(4, 50, 3);
  std::vector<int> y;
  for (Index j = 0; j < 50; ++j) {
    Index best = 0;
    costs.col(j).minCoeff(&best);
    y.push_back(static_cast<int>(j % 5 == 0 ? (best + 1) % 4 : best));
  }
  const ScaleFit fit = fit_gamma(costs, y);
  ASSERT_FALSE(fit.separable || fit.useless);
  for (const double factor : {0.5, 0.99, 1.01, 2.0}) {
    EXPECT_LT(loss(costs, y, fit.gamma), loss(costs, y, factor * fit.gamma));
  }
}

TEST(FitGamma, CostsThatPointTheWrongWayAreUseless) {
  const ScaleFit fit = fit_gamma(kCosts, std::vector<int>{1, 1, 0});
  EXPECT_EQ(fit.gamma, 0);
  EXPECT_TRUE(fit.useless);
  EXPECT_FALSE(fit.separable);
}

TEST(FitGamma, EqualCostsAreUseless) {
  EXPECT_TRUE(fit_gamma(Matrix<double>::Constant(3, 4, 7), std::vector<int>{0, 1, 2, 0}).useless);
}

TEST(FitGamma, NoSignalsAreUseless) {
  EXPECT_TRUE(fit_gamma(Matrix<double>(3, 0), {}).useless);
}

TEST(FitGamma, SeparableCostsHaveNoMinimiserWhateverTheirUnit) {
  for (const double unit : {1e-8, 1e-3, 1.0, 1e5}) {
    const ScaleFit fit = fit_gamma(unit * kCosts, std::vector<int>{0, 0, 0}, {}, 1e4);
    EXPECT_TRUE(fit.separable) << unit;
    EXPECT_FALSE(fit.useless) << unit;
    EXPECT_EQ(fit.gamma, 1e4) << unit;
  }
}

TEST(FitGamma, ManyClassesFarApartAreSeparableToo) {
  const Matrix<double> costs = 100 * (Matrix<double>::Ones(5, 5) - Matrix<double>::Identity(5, 5));
  EXPECT_TRUE(fit_gamma(costs, std::vector<int>{0, 1, 2, 3, 4}).separable);
}

TEST(FitGamma, ATieWithTheOwnClassDoesNotSaveSeparableCosts) {
  const Matrix<double> costs = (Matrix<double>(2, 2) << 0, 1, 1, 1).finished();
  EXPECT_TRUE(fit_gamma(costs, std::vector<int>{0, 1}).separable);
}

TEST(FitGamma, GammaNeverPassesItsBound) {
  const ScaleFit fit = fit_gamma(1e-3 * kCosts, kMostlyRight, {}, 10);
  EXPECT_EQ(fit.gamma, 10);
  EXPECT_NEAR(fit_gamma(kCosts, kMostlyRight, {}, 0.7).gamma, std::log(2), 1e-12);
}

TEST(FitGamma, BadInputIsRefused) {
  Matrix<double> costs = kCosts;
  costs(1, 2) = kNan;
  expect_error(ErrorCode::kInvalidValue, {"costs has the value", "row 1, column 2"},
               [&] { fit_gamma(costs, kMostlyRight); });
  expect_error(ErrorCode::kInvalidShape, {"y has 2 entries", "expected one per signal, 3"}, [] {
    fit_gamma(kCosts, std::vector<int>{0, 1});
  });
  expect_error(ErrorCode::kInvalidValue, {"y[1] is 2", "from 0 to 1"}, [] {
    fit_gamma(kCosts, std::vector<int>{0, 2, 0});
  });
  for (const double bad : {0.0, -1.0, kNan}) {
    expect_error(ErrorCode::kInvalidValue, {"gamma_max is ", "above 0"},
                 [&] { fit_gamma(kCosts, kMostlyRight, {}, bad); });
  }
}

}  // namespace
}  // namespace supdict::testing
