// SPDX-License-Identifier: BSD-3-Clause
// What Coder, kappa_max and predict refuse, and with which message.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "supdict/predict.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

class CodingErrors : public ::testing::Test {
 protected:
  LabelledProblem<double> problem_ = make_problem({.n = 4, .k = 5, .p = 3, .m = 2});
  const SupervisedDictionary<double>& model_ = problem_.model;
  Matrix<double> X_ = problem_.X;
  Coder<double> coder_{model_};
};

TEST_F(CodingErrors, AnUnknownSolverIsRefusedWithTheNearestName) {
  expect_error(ErrorCode::kInvalidOption,
               {"unknown solver 'fitsa'", "did you mean 'fista'?", "known: path, cd, fista"},
               [&] { Coder<double>(model_, {.solver = "fitsa"}); });
  expect_error(ErrorCode::kInvalidOption, {"unknown solver ''"},
               [&] { Coder<double>(model_.D, 0.1, {.solver = ""}); });
}

TEST_F(CodingErrors, TheToleranceMustBeAboveZeroAndAtMostOne) {
  for (const double bad : {0.0, -1e-6, 1.5, kNan, kInf}) {
    expect_error(ErrorCode::kInvalidOption, {"tolerance is ", "expected above 0 and at most 1"},
                 [&] { Coder<double>(model_, {.tolerance = bad}); });
  }
}

TEST_F(CodingErrors, AtLeastOneIterationMustBeAllowed) {
  for (const int bad : {0, -5}) {
    expect_error(ErrorCode::kInvalidOption,
                 {"max_iterations is ", std::to_string(bad).c_str(), "at least 1"},
                 [&] { Coder<double>(model_, {.max_iterations = bad}); });
  }
}

TEST_F(CodingErrors, SignalsMustHaveAFiniteEnergy) {
  X_(0, 1) = 1e200;
  for (const auto& code :
       {std::function([&] { coder_.lasso(X_); }), std::function([&] { coder_.encode(X_); })}) {
    expect_error(ErrorCode::kInvalidValue, {"squares are too large", "scale the signals"}, code);
  }
}

TEST_F(CodingErrors, KappaMustBePositiveAndFinite) {
  for (const double bad : {0.0, -0.1, kNan, kInf}) {
    expect_error(ErrorCode::kInvalidValue, {"kappa is ", "expected a finite number above 0"},
                 [&] { Coder<double>(model_.D, bad); });
  }
}

TEST_F(CodingErrors, TheDictionaryMustBeFiniteAndHaveAtoms) {
  Matrix<double> D = model_.D;
  D(1, 2) = kNan;
  expect_error(ErrorCode::kInvalidValue, {"D has the value", "row 1, column 2", "finite"},
               [&] { Coder<double>(D, 0.1); });
  expect_error(ErrorCode::kInvalidValue, {"D has the value", "row 1, column 2"},
               [&] { kappa_max<double>(D, X_); });
  expect_error(ErrorCode::kInvalidShape, {"D is 4x0", "at least one feature and one atom"},
               [&] { Coder<double>(Matrix<double>(4, 0), 0.1); });
}

TEST_F(CodingErrors, AnInvalidModelIsRefusedByCoderAndPredict) {
  SupervisedDictionary<double> bad = model_;
  bad.lambda1 = -1;
  expect_error(ErrorCode::kInvalidValue, {"lambda1 is -1"}, [&] { Coder<double>{bad}; });
  expect_error(ErrorCode::kInvalidValue, {"lambda1 is -1"}, [&] { predict<double>(bad, X_); });
}

TEST_F(CodingErrors, SignalsMustBeFinite) {
  for (const double bad : {kNan, kInf, -kInf}) {
    X_(3, 1) = bad;
    const auto refused = [&](const std::function<void()>& action) {
      expect_error(ErrorCode::kInvalidValue, {"X has the value", "row 3, column 1", "finite"},
                   action);
    };
    refused([&] { coder_.encode(X_); });
    refused([&] { coder_.lasso(X_); });
    refused([&] { predict<double>(model_, X_); });
    refused([&] { kappa_max<double>(model_.D, X_); });
  }
}

TEST_F(CodingErrors, SignalsMustHaveTheFeaturesOfTheDictionary) {
  const Matrix<double> wide = random_matrix(7, 2, 1);
  const auto refused = [&](const std::function<void()>& action) {
    expect_error(ErrorCode::kInvalidShape, {"X has 7 rows", "expected 4"}, action);
  };
  refused([&] { coder_.encode(wide); });
  refused([&] { coder_.lasso(wide); });
  refused([&] { predict<double>(model_, wide); });
  refused([&] { kappa_max<double>(model_.D, wide); });
}

TEST_F(CodingErrors, AWarmStartMustFit) {
  const Matrix<double> few_rows = Matrix<double>::Zero(4, 2);
  const Matrix<double> odd_columns = Matrix<double>::Zero(5, 3);
  expect_error(ErrorCode::kInvalidShape, {"warm is 4x2", "expected 5x2"},
               [&] { coder_.encode(X_, {}, &few_rows); });
  expect_error(ErrorCode::kInvalidShape, {"warm is 5x3", "expected 5x6"},
               [&] { coder_.encode(X_, {}, &odd_columns); });
  expect_error(ErrorCode::kInvalidShape, {"warm is 5x3", "expected 5x2"},
               [&] { coder_.lasso(X_, &odd_columns); });
  Matrix<double> not_finite = Matrix<double>::Zero(5, 2);
  not_finite(4, 0) = kInf;
  expect_error(ErrorCode::kInvalidValue, {"warm has the value inf", "row 4, column 0"},
               [&] { coder_.encode(X_, {}, &not_finite); });
}

TEST_F(CodingErrors, AHypothesisMustBeAClass) {
  for (const int bad : {-1, 3, 100}) {
    expect_error(ErrorCode::kInvalidValue,
                 {"hypothesis is ", std::to_string(bad).c_str(), "from 0 to 2"}, [&] {
                   coder_.encode(X_, std::vector<int>{0, bad});
                 });
  }
}

TEST_F(CodingErrors, ADictionaryAloneHasNoHypotheses) {
  const Coder<double> coder(model_.D, 0.1);
  EXPECT_EQ(coder.n_classes(), 0);
  expect_error(ErrorCode::kInvalidOption, {"lasso()", "SupervisedDictionary"},
               [&] { coder.encode(X_); });
}

}  // namespace
}  // namespace supdict::testing
