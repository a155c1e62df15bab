// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/decision.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

SupervisedDictionary<double> valid(Decision decision) {
  return make_problem({.decision = decision, .n = 4, .k = 5, .p = 3}).model;
}

TEST(Decision, NamesGoThereAndBack) {
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    EXPECT_EQ(parse_name<Decision>("decision", to_string(decision)), decision);
  }
  expect_error(ErrorCode::kInvalidOption,
               {"unknown decision 'bilinaer'", "did you mean 'bilinear'?"},
               [] { parse_name<Decision>("decision", "bilinaer"); });
}

TEST(SupervisedDictionary, AValidOnePasses) {
  EXPECT_NO_THROW(valid(Decision::kLinear).validate());
  EXPECT_NO_THROW(valid(Decision::kBilinear).validate());
}

TEST(SupervisedDictionary, WMustHaveTheShapeOfTheDecisionFunction) {
  SupervisedDictionary<double> model = valid(Decision::kLinear);
  model.decision = Decision::kBilinear;
  expect_error(ErrorCode::kInvalidShape, {"W of a bilinear model", "5x3", "expected 4x15"},
               [&] { model.validate(); });
  model = valid(Decision::kBilinear);
  model.decision = Decision::kLinear;
  expect_error(ErrorCode::kInvalidShape, {"W of a linear model", "4x15", "expected 5x3"},
               [&] { model.validate(); });
}

TEST(SupervisedDictionary, TwoClassesAreTheFewest) {
  for (const Index p : {0, 1}) {
    SupervisedDictionary<double> model = valid(Decision::kLinear);
    model.W.resize(5, p);
    model.b.resize(p);
    expect_error(ErrorCode::kInvalidShape,
                 {"b has", std::to_string(p).c_str(), "expected at least two classes"},
                 [&] { model.validate(); });
  }
}

TEST(SupervisedDictionary, AnEmptyDictionaryIsRefused) {
  SupervisedDictionary<double> model = valid(Decision::kLinear);
  model.D.resize(4, 0);
  expect_error(ErrorCode::kInvalidShape, {"D is 4x0", "expected at least one feature and one atom"},
               [&] { model.validate(); });
  model.D.resize(0, 5);
  expect_error(ErrorCode::kInvalidShape, {"D is 0x5"}, [&] { model.validate(); });
}

TEST(SupervisedDictionary, LambdasMustBePositiveAndFinite) {
  for (const double bad : {0.0, -2.0, kNan, kInf}) {
    SupervisedDictionary<double> model = valid(Decision::kLinear);
    model.lambda0 = bad;
    expect_error(ErrorCode::kInvalidValue, {"lambda0 is ", "expected a finite number above 0"},
                 [&] { model.validate(); });
    model.lambda0 = 1;
    model.lambda1 = bad;
    expect_error(ErrorCode::kInvalidValue, {"lambda1 is ", "expected a finite number above 0"},
                 [&] { model.validate(); });
  }
}

TEST(SupervisedDictionary, EveryEntryMustBeFinite) {
  for (const double bad : {kNan, kInf, -kInf}) {
    SupervisedDictionary<double> model = valid(Decision::kLinear);
    model.D(2, 3) = bad;
    expect_error(ErrorCode::kInvalidValue, {"D has the value", "row 2, column 3", "finite"},
                 [&] { model.validate(); });
    model = valid(Decision::kLinear);
    model.W(4, 1) = bad;
    expect_error(ErrorCode::kInvalidValue, {"W has the value", "row 4, column 1"},
                 [&] { model.validate(); });
    model = valid(Decision::kLinear);
    model.b[2] = bad;
    expect_error(ErrorCode::kInvalidValue, {"b has the value", "row 2, column 0"},
                 [&] { model.validate(); });
  }
}

TEST(SupervisedDictionary, LargeFiniteFloatsAreNotMistakenForInfinity) {
  SupervisedDictionary<float> model = to_float(valid(Decision::kLinear));
  model.W.setConstant(3e38F);  // the sum of a column overflows, its entries do not
  EXPECT_NO_THROW(model.validate());
}

TEST(Untrained, ThetaIsZeroInTheShapeOfTheDecisionFunction) {
  const Matrix<double> D = Matrix<double>::Identity(4, 5);
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    const auto model = untrained<double>(D, 3, decision, 2, 0.5);
    EXPECT_NO_THROW(model.validate());
    EXPECT_EQ(model.W.norm(), 0);
    EXPECT_EQ(model.b.norm(), 0);
    EXPECT_EQ(model.D, D);
    EXPECT_EQ(model.lambda0, 2);
    EXPECT_EQ(model.lambda1, 0.5);
  }
}

TEST(Untrained, FewerThanTwoClassesAreRefused) {
  const Matrix<double> D = Matrix<double>::Identity(4, 5);
  for (const Index p : {-1, 0, 1}) {
    expect_error(ErrorCode::kInvalidShape, {"expected at least two classes"},
                 [&] { untrained<double>(D, p, Decision::kLinear, 2, 0.5); });
  }
}

}  // namespace
}  // namespace supdict::testing
