// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "supdict/dictionary.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

TEST(ProjectAtoms, LongAtomsLandOnTheSphereAndShortOnesStay) {
  Matrix<double> D(2, 4);
  D << 3, 0.3, 0, 1,  //
      4, 0.4, 0, 0;
  EXPECT_EQ(project_atoms(D), 1);
  Matrix<double> expected(2, 4);
  expected << 0.6, 0.3, 0, 1,  //
      0.8, 0.4, 0, 0;
  EXPECT_LE((D - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ProjectAtoms, ProjectingTwiceMovesNothingMore) {
  Matrix<float> D = (10 * random_matrix(30, 50, 3)).cast<float>();
  EXPECT_EQ(project_atoms(D), 50);
  EXPECT_LE(D.colwise().norm().maxCoeff(), 1 + 1e-6F);
  const Matrix<float> once = D;
  project_atoms(D);
  EXPECT_LE((D - once).cwiseAbs().maxCoeff(), 1e-6F);
}

TEST(ProjectAtoms, AnEmptyDictionaryIsFine) {
  Matrix<double> D(3, 0);
  EXPECT_EQ(project_atoms(D), 0);
}

TEST(ProjectAtoms, AtomsTooLongToSquareAreScaledToo) {
  Matrix<float> D = Matrix<float>::Constant(2, 1, 1e30F);  // the squared norm overflows
  EXPECT_EQ(project_atoms(D), 1);
  EXPECT_NEAR(D.col(0).norm(), 1, 1e-6);
}

TEST(ProjectAtoms, OntoTheSphereIsTheNearestOfItsAtoms) {
  Matrix<double> D(2, 4);
  D << 3, 0.3, 0, -1,  //
      4, -0.4, 0, 0;
  Matrix<double> nearest(2, 4);
  nearest << 0.6, 0.6, 1, -1,  //
      0.8, -0.8, 0, 0;
  EXPECT_EQ(project_atoms(D, {.on_sphere = true}), 3);
  EXPECT_LE((D - nearest).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ProjectAtoms, OntoTheSphereWithoutNegativeEntriesIsTheNearestToo) {
  Matrix<double> D(2, 3);
  D << -3, 0.3, -0.2,  //
      -2, -0.4, 0.1;
  Matrix<double> nearest(2, 3);
  nearest << 0, 1, 0,  //
      1, 0, 1;
  project_atoms(D, {.nonnegative = true, .on_sphere = true});
  EXPECT_LE((D - nearest).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ProjectAtoms, FixedAtomsKeepEveryBit) {
  Matrix<double> D = 3 * random_matrix(5, 4, 1);
  D(2, 0) = -0.0;
  const Matrix<double> before = D;
  for (const AtomRules& rules : {AtomRules{.nonnegative = true, .fixed = 2},
                                 {.on_sphere = true, .fixed = 2},
                                 {.sparsity = 0.5, .fixed = 2}}) {
    D = before;
    EXPECT_EQ(project_atoms(D, rules), 2);
    EXPECT_EQ(std::memcmp(D.data(), before.data(), 10 * sizeof(double)), 0);
    EXPECT_LE(D.rightCols(2).colwise().norm().maxCoeff(), 1 + 1e-15);
  }
}

double cost_in_sparse_ball(const Vector<double>& d, double gamma) {
  return d.squaredNorm() + gamma * d.lpNorm<1>();
}

/// By bisection of the multiplier of the constraint.
Vector<double> nearest_sparse(const Vector<double>& v, double gamma) {
  if (cost_in_sparse_ball(v, gamma) <= 1) return v;
  const auto at = [&](double t) -> Vector<double> {
    return ((v.array().abs() - gamma * t).max(0) * v.array().sign() / (1 + 2 * t)).matrix();
  };
  double low = 0;
  double high = v.norm() + v.lpNorm<Eigen::Infinity>() / gamma;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (cost_in_sparse_ball(at(middle), gamma) > 1 ? low : high) = middle;
  }
  return at(high);
}

TEST(ProjectAtoms, IntoTheSparseBallIsTheNearestAtom) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const double gamma = std::pow(10.0, static_cast<double>(seed % 7) - 3);
    const double size = std::pow(10.0, static_cast<double>(seed % 5) - 2);
    const auto n = static_cast<Index>(1 + seed % 40);
    Matrix<double> D = size * random_matrix(n, 1, seed);
    if (seed % 3 == 0) D = D.array().round().matrix();  // equal entries and zeros
    const bool nonnegative = seed % 2 == 1;
    const Vector<double> v = D;
    const AtomRules rules{.nonnegative = nonnegative, .sparsity = gamma};
    const bool moved = project_atoms(D, rules) == 1;
    const Vector<double> d = D;
    const Vector<double> clipped = nonnegative ? Vector<double>(v.cwiseMax(0)) : v;
    EXPECT_EQ(moved, cost_in_sparse_ball(clipped, gamma) > 1);
    const double rounding = 1e-12 + 1e-15 * gamma * v.lpNorm<Eigen::Infinity>();
    EXPECT_LE(cost_in_sparse_ball(d, gamma), 1 + rounding);
    EXPECT_LE((d - nearest_sparse(clipped, gamma)).norm(), 1e-9);
    // Optimal: no atom that is allowed lies in the direction of v.
    for (std::uint64_t other = 0; other < 20; ++other) {
      Matrix<double> allowed = v + size * random_matrix(n, 1, 1000 + 20 * seed + other);
      if (nonnegative) allowed = allowed.cwiseMax(0);
      allowed /= std::max(1.0, cost_in_sparse_ball(allowed.col(0), gamma));
      EXPECT_LE((v - d).dot(allowed.col(0) - d), 1e-9 * (1 + v.norm()));
    }
    project_atoms(D, rules);
    EXPECT_LE((D.col(0) - d).norm(), 1e-12);
  }
}

TEST(ProjectAtoms, TheSparseBallOfFloatIsThatOfDoubleRounded) {
  for (const double gamma : {0.05, 0.5, 3.0}) {
    Matrix<double> exact = random_matrix(30, 20, 5);
    Matrix<float> D = exact.cast<float>();
    EXPECT_EQ(project_atoms(exact, {.sparsity = gamma}), 20);
    EXPECT_EQ(project_atoms(D, {.sparsity = gamma}), 20);
    EXPECT_LE((D.cast<double>() - exact).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_GT((D.array() == 0).count(), 0);
  }
}

TEST(ProjectAtoms, RulesMustFitEachOtherAndTheDictionary) {
  Matrix<double> D = random_matrix(5, 4, 1);
  expect_error(ErrorCode::kInvalidOption,
               {"atoms_on is 'sphere' and sparse_atoms is 0.5", "expected one of the two"},
               [&] { project_atoms(D, {.on_sphere = true, .sparsity = 0.5}); });
  expect_error(ErrorCode::kInvalidShape, {"there are 5 fixed atoms; expected at most 4"},
               [&] { project_atoms(D, {.fixed = 5}); });
  expect_error(ErrorCode::kInvalidValue, {"sparse_atoms is -1"},
               [&] { project_atoms(D, {.sparsity = -1}); });
}

}  // namespace
}  // namespace supdict::testing
