// SPDX-License-Identifier: BSD-3-Clause
// Every golden file with every solver, at every instruction set of this machine.
#include <gtest/gtest.h>

#include "supdict/supdict.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

double largest_relative_error(const Matrix<double>& value, const Matrix<double>& expected) {
  return ((value - expected).array() / expected.array().abs().max(1e-300)).abs().maxCoeff();
}

void expect_double_agrees(const Golden& golden, const CodingOptions& options) {
  const auto& [model, X, y] = golden.problem;
  const Codes<double> codes = Coder<double>(model, options).encode(X);
  EXPECT_LE(largest_relative_error(codes.value, golden.S), kGoldenCost);
  EXPECT_LE((codes.Alpha - golden.Alpha).cwiseAbs().maxCoeff(), kGoldenCode);
  EXPECT_TRUE((codes.lower.array() <= golden.S.array() * (1 + kGoldenCost)).all());
  EXPECT_TRUE((codes.upper.array() >= golden.S.array() * (1 - kGoldenCost)).all());
  if (model.penalty.nonnegative) {
    EXPECT_GE(codes.Alpha.minCoeff(), 0);
  }

  const auto result = objective<double>(model, X, codes, y, {golden.mu, golden.lambda2});
  EXPECT_NEAR(result.value, golden.objective, kGoldenCost * std::abs(golden.objective));
  EXPECT_LE(relative_difference(result.omega, golden.omega), kGoldenGradient);
  EXPECT_LE(relative_difference(result.gradient.D, golden.grad_D), kGoldenGradient);
  EXPECT_LE(relative_difference(result.gradient.W, golden.grad_W), kGoldenGradient);
  EXPECT_LE(relative_difference(result.gradient.b, golden.grad_b), kGoldenGradient);

  if (golden.gamma) {
    const ScaleFit fit = fit_gamma(codes.value, y);
    EXPECT_NEAR(fit.gamma, *golden.gamma, kGoldenGradient * *golden.gamma);
    EXPECT_EQ(fit.useless, *golden.gamma == 0);
  }

  EXPECT_EQ(predict<double>(model, X, options).label, golden.predicted);
}

void expect_float_agrees(const Golden& golden, const CodingOptions& options) {
  const SupervisedDictionary<float> model = to_float(golden.problem.model);
  const Matrix<float> X = golden.problem.X.cast<float>();
  const Codes<float> codes = Coder<float>(model, options).encode(X);
  EXPECT_LE(largest_relative_error(codes.value, golden.S), kGoldenCostFloat);
  EXPECT_EQ(predict<float>(model, X, options).label, golden.predicted);
}

class GoldenTest : public ::testing::TestWithParam<LevelAndSolver> {
 protected:
  void for_each_file(const std::function<void(const Golden&)>& check) {
    const ScopedLevel level(std::get<0>(GetParam()));
    const std::vector<std::filesystem::path> files = golden_files();
    ASSERT_FALSE(files.empty()) << "no golden file: nothing was compared";
    for (const std::filesystem::path& file : files) {
      SCOPED_TRACE(file.filename().string());
      const Golden golden = read_golden(file);
      const CodingOptions options = options_for(solver(), kExact);
      if (options.gram == GramMatrix::kNone && !golden.problem.model.penalty.is_plain()) {
        expect_error(ErrorCode::kInvalidOption, {"without the Gram matrix"},
                     [&] { Coder<double>(golden.problem.model, options); });
      } else {
        check(golden);
      }
    }
  }
  const std::string& solver() const { return std::get<1>(GetParam()); }
};

TEST_P(GoldenTest, DoubleFindsTheReferenceNumbers) {
  for_each_file(
      [&](const Golden& golden) { expect_double_agrees(golden, options_for(solver(), kExact)); });
}

TEST_P(GoldenTest, FloatFindsTheReferenceCosts) {
  for_each_file([&](const Golden& golden) {
    expect_float_agrees(golden, options_for(solver(), kExactFloat));
  });
}

INSTANTIATE_TEST_SUITE_P(EveryLevel, GoldenTest, every_level_and_solver(), name_of_both);

}  // namespace
}  // namespace supdict::testing
