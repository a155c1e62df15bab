// SPDX-License-Identifier: BSD-3-Clause
// Every solver at every instruction set compared with the same solver at level none.
#include <gtest/gtest.h>

#include "supdict/objective.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

class SimdSolvers : public ::testing::TestWithParam<LevelAndSolver> {
 protected:
  template <class T>
  Codes<T> encode_at(const std::string& level, const SupervisedDictionary<T>& model,
                     const Matrix<T>& X, double tolerance) const {
    const ScopedLevel scope(level);
    const Codes<T> codes = Coder<T>(model, options_for(solver(), tolerance)).encode(X);
    EXPECT_EQ(codes.summary.simd, level);
    return codes;
  }
  const std::string& level() const { return std::get<0>(GetParam()); }
  const std::string& solver() const { return std::get<1>(GetParam()); }
};

const Recipe kRecipes[] = {
    {.n = 1, .k = 1, .p = 2},
    {.n = 9, .k = 15, .p = 3},
    {.n = 9, .k = 16, .p = 2, .theta = 5},
    {.n = 33, .k = 70, .p = 2, .lambda0 = 100, .kappa = 0.12},
    {.n = 33, .k = 70, .p = 10, .lambda0 = 100, .kappa = 0.12},
    {.decision = Decision::kBilinear, .n = 7, .k = 17, .p = 2},
    {.decision = Decision::kBilinear, .n = 12, .k = 33, .p = 5, .lambda0 = 20, .kappa = 0.1},
};

TEST_P(SimdSolvers, DoubleCostsAreThoseOfLevelNone) {
  for (const Recipe& recipe : kRecipes) {
    SCOPED_TRACE(::testing::PrintToString(recipe));
    const auto [model, X, y] = make_problem(recipe);
    const Codes<double> plain = encode_at<double>("none", model, X, kExact);
    const Codes<double> codes = encode_at<double>(level(), model, X, kExact);
    EXPECT_LE(((codes.value - plain.value).array() / plain.value.array()).abs().maxCoeff(),
              kGoldenCost);
    EXPECT_LE((codes.Alpha - plain.Alpha).cwiseAbs().maxCoeff(), kSameCode);
    EXPECT_LE((codes.posterior - plain.posterior).cwiseAbs().maxCoeff(), kSameCode);
  }
}

TEST_P(SimdSolvers, FloatCostsAreThoseOfLevelNone) {
  for (const Recipe& recipe : kRecipes) {
    SCOPED_TRACE(::testing::PrintToString(recipe));
    const auto [model, X, y] = make_problem(recipe);
    const Matrix<float> X_float = X.cast<float>();
    const Codes<float> plain = encode_at<float>("none", to_float(model), X_float, kExactFloat);
    const Codes<float> codes = encode_at<float>(level(), to_float(model), X_float, kExactFloat);
    EXPECT_LE(((codes.value - plain.value).array() / plain.value.array()).abs().maxCoeff(),
              kGoldenCostFloat);
  }
}

TEST_P(SimdSolvers, GradientsAreThoseOfLevelNone) {
  const auto [model, X, y] = make_problem(kRecipes[3]);
  const Codes<double> codes = encode_at<double>(level(), model, X, kExact);
  const ObjectiveOptions options{.mu = 0.5, .lambda2 = 0.1};
  const auto evaluate_at = [&, &model = model, &X = X, &y = y](const std::string& name) {
    const ScopedLevel scope(name);
    return objective<double>(model, X, codes, y, options);
  };
  const ObjectiveResult<double> plain = evaluate_at("none");
  const ObjectiveResult<double> result = evaluate_at(level());
  EXPECT_EQ(result.value, plain.value);
  EXPECT_LE(relative_difference(result.gradient.D, plain.gradient.D), 1e-11);
  EXPECT_LE(relative_difference(result.gradient.W, plain.gradient.W), 1e-11);
  EXPECT_LE(relative_difference(result.gradient.b, plain.gradient.b), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Levels, SimdSolvers, every_level_and_solver(), name_of_both);

}  // namespace
}  // namespace supdict::testing
