// SPDX-License-Identifier: BSD-3-Clause
// The gradients of E compared with central differences of the optimum: every code is solved again
// at both ends of the step.
#include <gtest/gtest.h>

#include "supdict/objective.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

struct Case {
  Decision decision;
  Index p;
  double mu;
};

std::ostream& operator<<(std::ostream& out, const Case& chosen) {
  return out << to_string(chosen.decision) << " p=" << chosen.p << " mu=" << chosen.mu;
}

class GradientTest : public ::testing::TestWithParam<Case> {
 protected:
  ObjectiveResult<double> evaluate(const SupervisedDictionary<double>& model) const {
    const Codes<double> codes = Coder<double>(model, options_for("cd", 1e-14)).encode(problem_.X);
    return objective<double>(model, problem_.X, codes, problem_.y, weights_, options_);
  }

  /// Slope of the optimum along `direction` in the parameter that `member` names.
  template <class Member>
  double slope(Member member, const Matrix<double>& direction) const {
    double ends[2];
    for (const int side : {0, 1}) {
      SupervisedDictionary<double> moved = problem_.model;
      moved.*member += (side == 0 ? 1 : -1) * kDifferenceStep * direction;
      ends[side] = evaluate(moved).value;
    }
    return (ends[0] - ends[1]) / (2 * kDifferenceStep);
  }

  template <class Member>
  void expect_slopes(Member member, const Matrix<double>& gradient) const {
    const double scale = gradient.norm();
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Matrix<double> direction =
          random_matrix(gradient.rows(), gradient.cols(), 100 + seed).normalized();
      EXPECT_NEAR(slope(member, direction), gradient.cwiseProduct(direction).sum(),
                  kDifferenceError * scale);
    }
    for (Index e = 0; e < gradient.size(); e += 1 + gradient.size() / 8) {
      Matrix<double> direction = Matrix<double>::Zero(gradient.rows(), gradient.cols());
      direction.data()[e] = 1;
      EXPECT_NEAR(slope(member, direction), gradient.data()[e], kDifferenceError * scale);
    }
  }

  LabelledProblem<double> problem_ = make_problem(
      {.decision = GetParam().decision, .n = 6, .k = 10, .p = GetParam().p, .m = 5, .seed = 3});
  ObjectiveOptions options_{.mu = GetParam().mu, .lambda2 = 0.07};
  std::vector<double> weights_ = {1, 0.5, 2, 0, 1.25};
};

TEST_P(GradientTest, EveryGradientIsTheSlopeOfTheOptimum) {
  const Gradient<double> gradient = evaluate(problem_.model).gradient;
  expect_slopes(&SupervisedDictionary<double>::D, gradient.D);
  expect_slopes(&SupervisedDictionary<double>::W, gradient.W);
  expect_slopes(&SupervisedDictionary<double>::b, gradient.b);
}

TEST_P(GradientTest, TheyAreWithOtherPenaltiesToo) {
  CodePenalty& penalty = problem_.model.penalty;
  penalty = {.nonnegative = true, .ridge = 0.04, .weights = {}};
  for (Index i = 0; i < problem_.model.n_atoms(); ++i) {
    penalty.weights.push_back(0.5 + 0.1 * static_cast<double>(i));
  }
  const Gradient<double> gradient = evaluate(problem_.model).gradient;
  expect_slopes(&SupervisedDictionary<double>::D, gradient.D);
  expect_slopes(&SupervisedDictionary<double>::W, gradient.W);
}

TEST_P(GradientTest, FloatGradientsAreThoseOfDoubleRounded) {
  const Gradient<double> exact = evaluate(problem_.model).gradient;
  const SupervisedDictionary<float> model = to_float(problem_.model);
  const Matrix<float> X = problem_.X.cast<float>();
  const Codes<float> codes = Coder<float>(model, options_for("cd", 1e-9)).encode(X);
  const auto result = objective<float>(model, X, codes, problem_.y, weights_, options_);
  EXPECT_LE(relative_difference(result.gradient.D, exact.D), 1e-4);
  EXPECT_LE(relative_difference(result.gradient.W, exact.W), 1e-4);
  EXPECT_LE(relative_difference(result.gradient.b, exact.b), 1e-4);
}

TEST_P(GradientTest, AWeightOfTwoIsTheSignalTwice) {
  weights_ = {1, 1, 2, 1, 1};
  const ObjectiveResult<double> weighted = evaluate(problem_.model);
  weights_.clear();
  problem_.X.conservativeResize(Eigen::NoChange, 6);
  problem_.X.col(5) = problem_.X.col(2);
  problem_.y.push_back(problem_.y[2]);
  const ObjectiveResult<double> repeated = evaluate(problem_.model);
  EXPECT_NEAR(weighted.value, repeated.value, kRounding * repeated.value);
  EXPECT_LE(relative_difference(weighted.gradient.D, repeated.gradient.D), kRounding);
  EXPECT_LE(relative_difference(weighted.gradient.W, repeated.gradient.W), kRounding);
  EXPECT_LE(relative_difference(weighted.gradient.b, repeated.gradient.b), kRounding);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    for (const Index p : {2, 3, 5}) {
      for (const double mu : {0.0, 0.3, 1.0}) cases.push_back({decision, p, mu});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Models, GradientTest, ::testing::ValuesIn(all_cases()),
                         [](const ::testing::TestParamInfo<Case>& chosen) {
                           return to_string(chosen.param.decision) + "_p" +
                                  std::to_string(chosen.param.p) + "_mu" +
                                  std::to_string(static_cast<int>(10 * chosen.param.mu));
                         });

}  // namespace
}  // namespace supdict::testing
