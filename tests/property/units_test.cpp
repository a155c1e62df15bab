// SPDX-License-Identifier: BSD-3-Clause
// Laws of coding: units of signals, signs and coordinates, growing weights, more atoms, and the
// conditions that every optimum fulfils.
#include <cmath>

#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

constexpr double kTolerance = 1e-11;

Codes<double> encode(const SupervisedDictionary<double>& model, const Matrix<double>& X,
                     const std::string& solver) {
  return Coder<double>(model, options_for(solver, kTolerance)).encode(X);
}

Codes<double> lasso(const Matrix<double>& D, double kappa, const Matrix<double>& X,
                    const std::string& solver) {
  return Coder<double>(D, kappa, options_for(solver, kTolerance)).lasso(X);
}

Interval times(double factor, const Interval& interval) {
  return {factor * interval.low, factor * interval.high};
}

/// What `model` is for signals that are `unit` times as large.
SupervisedDictionary<double> in_unit(SupervisedDictionary<double> model, double unit) {
  model.lambda0 /= unit * unit;
  model.lambda1 /= unit;
  model.W /= model.decision == Decision::kLinear ? unit : unit * unit;
  return model;
}

RC_GTEST_PROP(Units, OfSignalsDoNotChangeACost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Interval plain = interval_of(encode(model, X, solver));
  for (const double unit : {0x1p-10, 0x1p7, 25.4}) {
    const Interval scaled = interval_of(encode(in_unit(model, unit), unit * X, solver));
    RC_ASSERT(meet(scaled, plain, 10 * kRounding));
  }
}

RC_GTEST_PROP(Units, OfSignalsAndKappaScaleTheLasso, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Codes<double> plain = lasso(model.D, recipe.kappa, X, solver);
  for (const double unit : {0x1p-10, 0x1p7, 25.4}) {
    const Codes<double> scaled = lasso(model.D, unit * recipe.kappa, unit * X, solver);
    RC_ASSERT(meet(times(1 / (unit * unit), interval_of(scaled)), interval_of(plain), kRounding));
  }
}

RC_GTEST_PROP(Signs, OfAtomsAreThoseOfTheirEntries, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Vector<double> signs =
      Vector<double>::NullaryExpr(recipe.k, [](Index) { return *rc::gen::element(1.0, -1.0); });
  SupervisedDictionary<double> flipped = model;
  flipped.D = model.D * signs.asDiagonal();
  if (recipe.decision == Decision::kLinear) {
    flipped.W = signs.asDiagonal() * model.W;
  } else {
    flipped.W = model.W * signs.replicate(recipe.p, 1).asDiagonal();
  }
  const Codes<double> before = encode(model, X, solver);
  const Codes<double> after = encode(flipped, X, solver);
  RC_ASSERT(meet(interval_of(after), interval_of(before), 0));
  RC_ASSERT(signs.asDiagonal() * after.Alpha == before.Alpha);
}

RC_GTEST_PROP(Coordinates, OfTheFeaturesDoNotMatter, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  // A reflection: x - 2 v v'x for a unit vector v.
  const Vector<double> v = random_matrix(recipe.n, 1, recipe.seed + 5).normalized();
  const Matrix<double> Q = Matrix<double>::Identity(recipe.n, recipe.n) - 2 * v * v.transpose();
  SupervisedDictionary<double> turned = model;
  turned.D = Q * model.D;
  if (recipe.decision == Decision::kBilinear) turned.W = Q * model.W;
  RC_ASSERT(meet(interval_of(encode(turned, Q * X, solver)), interval_of(encode(model, X, solver)),
                 10 * kRounding * (1 + recipe.lambda0)));
}

RC_GTEST_PROP(ClassTerm, OnlyDifferencesOfDecisionFunctionsCount, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  SupervisedDictionary<double> shifted = model;
  shifted.b.array() += 3.5;
  const Index width = recipe.decision == Decision::kLinear ? 1 : recipe.k;
  const Matrix<double> common = random_matrix(model.W.rows(), width, recipe.seed + 6);
  for (Index l = 0; l < recipe.p; ++l) shifted.W.middleCols(l * width, width) += common;
  RC_ASSERT(meet(interval_of(encode(shifted, X, solver)), interval_of(encode(model, X, solver)),
                 10 * kRounding));
}

RC_GTEST_PROP(ClassTerm, PosteriorsAreDistributions, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> codes = encode(model, X, *any_solver());
  RC_ASSERT(codes.posterior.minCoeff() >= 0);
  RC_ASSERT((codes.posterior.colwise().sum().array() - 1).abs().maxCoeff() <= kRounding);
}

RC_GTEST_PROP(ClassTerm, CostsLieBetweenZeroAndThatOfAnEmptyCode, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> codes = encode(model, X, *any_solver());
  const Vector<double> nothing = Vector<double>::Zero(recipe.k);
  for (Index j = 0; j < codes.n_signals(); ++j) {
    for (Index l = 0; l < codes.n_hypotheses(); ++l) {
      const double empty = plain_cost(model, X.col(j), nothing, static_cast<int>(l));
      RC_ASSERT(codes.lower(l, j) >= 0);
      RC_ASSERT(codes.value(l, j) <= empty + codes.gap(l, j) + kRounding * (1 + empty));
    }
  }
}

RC_GTEST_PROP(Kappa, AGrowingOneGivesGrowingConcaveCostsAndShrinkingCodes, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Vector<double> x = X.col(0);
  std::vector<Codes<double>> at;
  for (const double kappa : {0.05, 0.1, 0.15, 0.2}) {
    at.push_back(lasso(model.D, kappa, X.leftCols(1), solver));
  }
  for (std::size_t i = 1; i < at.size(); ++i) {
    const Codes<double>& less = at[i - 1];
    const Codes<double>& more = at[i];
    RC_ASSERT(more.upper(0, 0) >= less.lower(0, 0));
    // Both minimise fit + kappa * norm: the gaps over the step of kappa bound what may go wrong.
    const double slack = (less.gap(0, 0) + more.gap(0, 0)) / 0.05 + kRounding;
    const double norm_less = less.Alpha.cwiseAbs().sum();
    const double norm_more = more.Alpha.cwiseAbs().sum();
    RC_ASSERT(norm_more <= norm_less + slack);
    RC_ASSERT((x - model.D * more.code(0)).squaredNorm() >=
              (x - model.D * less.code(0)).squaredNorm() - 0.2 * slack);
  }
  for (std::size_t i = 2; i < at.size(); ++i) {
    RC_ASSERT(at[i - 1].upper(0, 0) >=
              0.5 * (at[i - 2].lower(0, 0) + at[i].lower(0, 0)) - kRounding);
  }
}

RC_GTEST_PROP(Weights, LargerOnesNeverLowerACost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const Interval before = interval_of(encode(model, X, solver));
  SupervisedDictionary<double> heavier = model;
  (*rc::gen::arbitrary<bool>() ? heavier.lambda0 : heavier.lambda1) *= 1.5;
  const Interval after = interval_of(encode(heavier, X, solver));
  RC_ASSERT((after.high.array() >= before.low.array() - kRounding).all());
  // Nor raise it by more than their own factor.
  RC_ASSERT((after.low.array() <= 1.5 * before.high.array() + kRounding).all());
}

RC_GTEST_PROP(Atoms, OneMoreNeverRaisesACost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  Matrix<double> more = model.D;
  more.conservativeResize(Eigen::NoChange, recipe.k + 1);
  more.rightCols(1) = random_matrix(recipe.n, 1, recipe.seed + 9).normalized();
  const Interval few = interval_of(lasso(model.D, recipe.kappa, X, solver));
  const Interval many = interval_of(lasso(more, recipe.kappa, X, solver));
  RC_ASSERT((many.low.array() <= few.high.array() + kRounding).all());
  // A signal as an atom costs no more than kappa times its length.
  more.rightCols(1) = X.col(0);
  const Codes<double> own = lasso(more, recipe.kappa, X.leftCols(1), solver);
  RC_ASSERT(own.lower(0, 0) <= recipe.kappa + kRounding);
}

RC_GTEST_PROP(WarmStarts, LeadToTheSameCosts, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Coder<double> coder(model, options_for(*any_solver(), kTolerance));
  const Interval cold = interval_of(coder.encode(X));
  const double size = *rc::gen::element(0.0, 0.1, 10.0);
  const Matrix<double> one = size * random_matrix(recipe.k, recipe.m, recipe.seed + 7);
  const Matrix<double> each = size * random_matrix(recipe.k, recipe.m * recipe.p, recipe.seed + 8);
  RC_ASSERT(meet(interval_of(coder.encode(X, {}, &one)), cold, kRounding));
  RC_ASSERT(meet(interval_of(coder.encode(X, {}, &each)), cold, kRounding));
}

/// How far alpha is from 0 in the subdifferential of f + lambda ||alpha||_1, f having gradient g.
double kkt_residual(const Vector<double>& g, double lambda, const Vector<double>& alpha) {
  double worst = 0;
  for (Index i = 0; i < g.size(); ++i) {
    const double own = alpha[i] == 0 ? std::max(0.0, std::abs(g[i]) - lambda)
                                     : std::abs(g[i] + (alpha[i] > 0 ? lambda : -lambda));
    worst = std::max(worst, own);
  }
  return worst;
}

RC_GTEST_PROP(Optimality, OfLassoCodesByPlainLoops, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> codes = lasso(model.D, recipe.kappa, X, *any_solver());
  for (Index j = 0; j < recipe.m; ++j) {
    const Vector<double> alpha = codes.code(j);
    const Vector<double> g = -2 * model.D.transpose() * (X.col(j) - model.D * alpha);
    // |f'(a) - f'(b)|^2 <= 2 L (f(a) - f(b) - f'(b)(a - b)), L = 2 ||D||^2.
    const double allowed = std::sqrt(4 * model.D.squaredNorm() * codes.gap(0, j)) + kRounding;
    RC_ASSERT(kkt_residual(g, recipe.kappa, alpha) <= 2 * allowed + 1e-6);
  }
}

RC_GTEST_PROP(Optimality, OfSupervisedCodesByPlainLoops, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> codes = encode(model, X, *any_solver());
  for (Index j = 0; j < recipe.m; ++j) {
    Matrix<double> A(recipe.p, recipe.k);
    for (Index l = 0; l < recipe.p; ++l) {
      A.row(l) = recipe.decision == Decision::kLinear
                     ? model.W.col(l).transpose().eval()
                     : (X.col(j).transpose() * model.W.middleCols(l * recipe.k, recipe.k)).eval();
    }
    for (Index l = 0; l < recipe.p; ++l) {
      const Vector<double> alpha = codes.code(j, l);
      Vector<double> q = A * alpha + model.b;
      q = (q.array() - q.maxCoeff()).exp();
      q /= q.sum();
      q[l] -= 1;
      const Vector<double> residual = X.col(j) - model.D * alpha;
      const Vector<double> g =
          A.transpose() * q - 2 * model.lambda0 * model.D.transpose() * residual;
      const double L = A.squaredNorm() + 2 * model.lambda0 * model.D.squaredNorm();
      const double allowed = 2 * std::sqrt(2 * L * codes.gap(l, j)) + 1e-6 * (1 + model.lambda0);
      RC_ASSERT(kkt_residual(g, model.lambda1, alpha) <= allowed);
    }
  }
}

}  // namespace
}  // namespace supdict::testing
