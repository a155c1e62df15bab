// SPDX-License-Identifier: BSD-3-Clause
// Where codes are zero, and where a solver has nothing to do.
#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

constexpr double kAbove = 1.01;
constexpr double kBelow = 0.99;

RC_GTEST_PROP(Zero, Lambda1AboveEveryCorrelationGivesExactlyZero, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  for (int l = 0; l < static_cast<int>(recipe.p); ++l) {
    const double largest = largest_correlation_at_zero(model, X.col(0), l);
    model.lambda1 = (1 + kRounding) * largest;
    const std::vector<int> hypothesis = {l};
    const Codes<double> zero =
        Coder<double>(model, options_for(solver, kExact)).encode(X.leftCols(1), hypothesis);
    RC_ASSERT(zero.Alpha.cwiseAbs().maxCoeff() == 0);
    model.lambda1 = kBelow * largest;
    const Codes<double> more =
        Coder<double>(model, options_for(solver, kExact)).encode(X.leftCols(1), hypothesis);
    RC_ASSERT(more.Alpha.cwiseAbs().maxCoeff() > 0);
  }
}

RC_GTEST_PROP(Zero, KappaMaxIsWhereLassoCodesVanish, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const CodingOptions options = options_for(*any_solver(), kExact);
  const double kappa = kappa_max<double>(model.D, X);
  RC_ASSERT(kappa > 0);
  for (const double factor : {1.0, kAbove, 10.0}) {
    const Codes<double> zero = Coder<double>(model.D, factor * kappa, options).lasso(X);
    RC_ASSERT(zero.Alpha.cwiseAbs().maxCoeff() == 0);
  }
  const Codes<double> more = Coder<double>(model.D, kBelow * kappa, options).lasso(X);
  RC_ASSERT(more.Alpha.cwiseAbs().maxCoeff() > 0);
}

RC_GTEST_PROP(Zero, FloatCodesVanishThereToo, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Matrix<float> D = model.D.cast<float>();
  const Matrix<float> X_float = X.cast<float>();
  const double kappa = kappa_max<float>(D, X_float);
  const Coder<float> coder(D, kappa, options_for(*any_solver(), kExactFloat));
  RC_ASSERT(coder.lasso(X_float).Alpha.cwiseAbs().maxCoeff() == 0);
}

RC_GTEST_PROP(Zero, AWarmStartFromTheOptimumTakesAtMostOneIteration, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Codes<double> exact = Coder<double>(model, options_for(solver, 1e-10)).encode(X);
  RC_PRE(exact.summary.n_converged == exact.summary.n_problems);
  const Coder<double> coder(model, options_for(solver, 1e-9));
  const Codes<double> again = coder.encode(X, {}, &exact.Alpha);
  RC_ASSERT(again.iterations.maxCoeff() <= 1);
  RC_ASSERT(again.summary.n_converged == again.summary.n_problems);
  const Codes<double> lasso = Coder<double>(model, options_for(solver, 1e-10)).lasso(X);
  RC_PRE(lasso.summary.n_converged == lasso.summary.n_problems);
  RC_ASSERT(coder.lasso(X, &lasso.Alpha).iterations.maxCoeff() <= 1);
}

RC_GTEST_PROP(Zero, ZeroAtomsChangeNothing, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  SupervisedDictionary<double> padded = model;
  padded.D.conservativeResize(Eigen::NoChange, recipe.k + 1);
  padded.D.rightCols(1).setZero();
  if (recipe.decision == Decision::kLinear) {
    padded.W.conservativeResize(recipe.k + 1, Eigen::NoChange);
    padded.W.bottomRows(1).setZero();
  } else {
    padded.W.setZero(recipe.n, (recipe.k + 1) * recipe.p);
    for (Index l = 0; l < recipe.p; ++l) {
      padded.W.middleCols(l * (recipe.k + 1), recipe.k) =
          model.W.middleCols(l * recipe.k, recipe.k);
    }
  }
  const CodingOptions options = options_for(*any_solver(), 1e-11);
  const Codes<double> with = Coder<double>(padded, options).encode(X);
  const Codes<double> without = Coder<double>(model, options).encode(X);
  RC_ASSERT(with.Alpha.bottomRows(1).cwiseAbs().maxCoeff() == 0);
  RC_ASSERT(meet(interval_of(with), interval_of(without), kRounding));
}

RC_GTEST_PROP(Zero, AZeroSignalHasAZeroLassoCode, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  X.col(0).setZero();
  const Codes<double> codes = Coder<double>(model, options_for(*any_solver(), 1e-9)).lasso(X);
  RC_ASSERT(codes.code(0).cwiseAbs().maxCoeff() == 0);
  RC_ASSERT(codes.value(0, 0) == 0);
}

}  // namespace
}  // namespace supdict::testing
