// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/logistic.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "training/generated.hpp"

namespace supdict::training {
namespace {

struct Fixture {
  Matrix<double> X;
  Matrix<double> Alpha;
  std::vector<int> y;
  std::vector<double> weights;
  SupervisedDictionary<double> model;
};

Fixture make(Decision decision) {
  Fixture f;
  const auto data = testing::mixed_patterns<double>(6, 60, 3, 0.1, 1);
  f.X = data.X;
  f.X.colwise().normalize();
  core::Rng rng{3};
  f.Alpha = Matrix<double>::Zero(4, 60);
  for (double& value : f.Alpha.reshaped()) value = rng.uniform() < 0.5 ? rng.normal() : 0;
  for (int j = 0; j < 60; ++j) {
    f.y.push_back(j % 3);
    f.weights.push_back(0.5 + rng.uniform());
  }
  f.model = untrained<double>(Matrix<double>::Identity(6, 4), 3, decision, 1, 0.1);
  return f;
}

signals::SignalSet<double> all_signals(const Fixture& f) {
  std::vector<Index> columns(60);
  std::iota(columns.begin(), columns.end(), Index{0});
  return {f.X, columns, Preprocessing{}, 0};
}

/// The objective by plain loops with every feature written out.
double plain_objective(const Fixture& f, double lambda2) {
  double value = lambda2 * (f.model.W.squaredNorm() + f.model.b.squaredNorm());
  for (Index j = 0; j < 60; ++j) {
    Vector<double> z = f.model.b;
    for (Index l = 0; l < 3; ++l) {
      z[l] += f.model.decision == Decision::kLinear
                  ? f.model.W.col(l).dot(f.Alpha.col(j))
                  : f.X.col(j).dot(f.model.W.middleCols(4 * l, 4) * f.Alpha.col(j));
    }
    value += f.weights[j] * (std::log((z.array() - z[f.y[j]]).exp().sum()));
  }
  return value;
}

TEST(Logistic, ReachesAPointWhereNoDirectionLowersTheObjective) {
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    Fixture f = make(decision);
    const auto set = all_signals(f);
    SparseCodes<double> codes(4);
    codes.append(f.Alpha);
    const auto summary =
        fit_logistic<double>(f.model, set, f.y, f.weights, codes, 0.3, 500, Context(2));
    EXPECT_TRUE(summary.converged);
    const double best = plain_objective(f, 0.3);
    EXPECT_NEAR(summary.value, best, 1e-9 * best);
    constexpr double kStep = 1e-3;
    for (Index i = 0; i < f.model.W.size(); ++i) {
      for (const double step : {-kStep, kStep}) {
        Fixture moved = f;
        moved.model.W.data()[i] += step;
        EXPECT_GT(plain_objective(moved, 0.3), best);
      }
    }
  }
}

TEST(SparseCodes, ComeBackDenseAndTransposed) {
  const Fixture f = make(Decision::kLinear);
  SparseCodes<double> codes(4);
  codes.append(f.Alpha.leftCols(20));
  codes.append(f.Alpha.rightCols(40));
  EXPECT_EQ(codes.dense(0, 60), f.Alpha);
  EXPECT_EQ(codes.dense(10, 5), f.Alpha.middleCols(10, 5));
  EXPECT_EQ(codes.transposed().dense(0, 4), Matrix<double>(f.Alpha.transpose()));
}

}  // namespace
}  // namespace supdict::training
