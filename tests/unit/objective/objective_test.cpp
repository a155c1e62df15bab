// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/objective.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ObjectiveTest : public ::testing::Test {
 protected:
  ObjectiveResult<double> evaluate(const ObjectiveOptions& options = {},
                                   std::span<const double> weights = {}) const {
    return objective<double>(problem_.model, problem_.X, codes_, problem_.y, weights, options);
  }

  LabelledProblem<double> problem_ = make_problem({.n = 5, .k = 7, .p = 3, .m = 4});
  Codes<double> codes_ =
      Coder<double>(problem_.model, options_for("cd", kExact)).encode(problem_.X);
};

TEST_F(ObjectiveTest, WithoutMuItIsTheSumOfTheCostsOfTheTrueClasses) {
  double sum = 0;
  for (Index j = 0; j < 4; ++j) sum += codes_.value(problem_.y[j], j);
  EXPECT_NEAR(evaluate().value, sum, kRounding * sum);
}

TEST_F(ObjectiveTest, OmegaOfASignalSumsToItsWeightTimesOneMinusMu) {
  const std::vector<double> weights = {1, 2, 0, 0.5};
  const Matrix<double> omega = evaluate({.mu = 0.25}, weights).omega;
  for (Index j = 0; j < 4; ++j) {
    EXPECT_NEAR(omega.col(j).sum(), 0.75 * weights[j], kRounding);
  }
}

TEST_F(ObjectiveTest, Lambda2AddsTheSquaredNormOfTheta) {
  const double norm = problem_.model.W.squaredNorm() + problem_.model.b.squaredNorm();
  EXPECT_NEAR(evaluate({.lambda2 = 2}).value - evaluate().value, 2 * norm, 1e-10 * norm);
}

TEST_F(ObjectiveTest, NoSignalsLeaveOnlyTheRegulariser) {
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    const auto [model, X, y] = make_problem({.decision = decision, .n = 5, .k = 7, .p = 3, .m = 0});
    const auto result =
        objective<double>(model, X, Coder<double>(model).encode(X), y, {.mu = 1, .lambda2 = 0.5});
    EXPECT_NEAR(result.value, 0.5 * (model.W.squaredNorm() + model.b.squaredNorm()), 1e-10);
    EXPECT_EQ(result.gradient.D.norm(), 0);
    EXPECT_LE((result.gradient.W - model.W).norm(), kRounding);
    EXPECT_LE((result.gradient.b - model.b).norm(), kRounding);
  }
}

TEST_F(ObjectiveTest, ManySignalsAreSummedInStretchesWithoutLoss) {
  const auto [model, X, y] = make_problem({.n = 5, .k = 7, .p = 2, .m = 1500});
  const SupervisedDictionary<float> model_float = to_float(model);
  const Matrix<float> X_float = X.cast<float>();
  const auto exact = objective<double>(
      model, X, Coder<double>(model, options_for("cd", 1e-9)).encode(X), y, {.mu = 0.5});
  const auto rounded = objective<float>(
      model_float, X_float, Coder<float>(model_float, options_for("cd", 1e-9)).encode(X_float), y,
      {.mu = 0.5});
  EXPECT_LE(relative_difference(rounded.gradient.D, exact.gradient.D), 1e-4);
  EXPECT_LE(relative_difference(rounded.gradient.W, exact.gradient.W), 1e-4);
  EXPECT_NEAR(rounded.value, exact.value, 1e-5 * exact.value);
}

TEST_F(ObjectiveTest, OptionsOutOfBoundsAreRefused) {
  for (const double bad : {-0.1, 1.1, kNan}) {
    expect_error(ErrorCode::kInvalidOption, {"mu is ", "at least 0 and at most 1"},
                 [&] { evaluate({.mu = bad}); });
  }
  for (const double bad : {-0.1, kNan}) {
    expect_error(ErrorCode::kInvalidOption, {"lambda2 is ", "at least 0"},
                 [&] { evaluate({.lambda2 = bad}); });
  }
}

TEST_F(ObjectiveTest, LabelsMustBeClassesOneForEachSignal) {
  problem_.y[2] = 3;
  expect_error(ErrorCode::kInvalidValue, {"y[2] is 3", "from 0 to 2"}, [&] { evaluate(); });
  problem_.y[2] = -1;
  expect_error(ErrorCode::kInvalidValue, {"y[2] is -1"}, [&] { evaluate(); });
  problem_.y.pop_back();
  expect_error(ErrorCode::kInvalidShape, {"y has 3 entries", "one per signal, 4"},
               [&] { evaluate(); });
}

TEST_F(ObjectiveTest, WeightsMustBeFiniteAndNotNegative) {
  for (const double bad : {-1.0, kNan, std::numeric_limits<double>::infinity()}) {
    const std::vector<double> weights = {1, bad, 1, 1};
    expect_error(ErrorCode::kInvalidValue, {"weights[1] is ", "at least 0"},
                 [&] { evaluate({}, weights); });
  }
  const std::vector<double> few = {1, 1};
  expect_error(ErrorCode::kInvalidShape, {"weights has 2 entries", "one per signal, 4"},
               [&] { evaluate({}, few); });
}

TEST_F(ObjectiveTest, CodesMustHoldEveryHypothesisInOrder) {
  const Coder<double> coder(problem_.model);
  codes_ = coder.encode(problem_.X, std::vector<int>{0, 2});
  expect_error(ErrorCode::kInvalidShape, {"codes hold 2 hypotheses", "expected all 3 in order"},
               [&] { evaluate(); });
  codes_ = coder.encode(problem_.X, std::vector<int>{1, 0, 2});
  expect_error(ErrorCode::kInvalidShape, {"in order"}, [&] { evaluate(); });
  codes_ = coder.encode(problem_.X.leftCols(3));
  expect_error(ErrorCode::kInvalidShape, {"codes.Alpha is 7x9", "expected 7x12"},
               [&] { evaluate(); });
}

TEST_F(ObjectiveTest, SignalsMustBeFinite) {
  problem_.X(0, 3) = kNan;
  expect_error(ErrorCode::kInvalidValue, {"X has the value", "row 0, column 3"},
               [&] { evaluate(); });
}

}  // namespace
}  // namespace supdict::testing
