// SPDX-License-Identifier: BSD-3-Clause
#include "model/coupling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/rng.hpp"

namespace supdict::testing {
namespace {

using model::couple_pairs;
using model::pair_probability;
using model::put_first;

constexpr double kRounding = 1e-14;

/// win(a, b) of cost differences that favour a.
Matrix<double> wins(const Matrix<double>& differences) {
  return differences.unaryExpr(&pair_probability);
}

/// Antisymmetric; some of them are zero, some huge.
Matrix<double> random_differences(Index p, core::Rng& rng) {
  Matrix<double> differences = Matrix<double>::Zero(p, p);
  const double scale = std::pow(10.0, 4 * rng.uniform() - 1);
  for (Index a = 0; a < p; ++a) {
    for (Index b = 0; b < a; ++b) {
      if (rng.uniform() < 0.2) continue;
      differences(a, b) = scale * rng.normal();
      differences(b, a) = -differences(a, b);
    }
  }
  return differences;
}

TEST(CouplePairs, TwoClassesKeepTheirSoftmax) {
  for (const double difference : {0.0, 0.3, -2.0, 40.0, -300.0}) {
    const Vector<double> p = couple_pairs(wins(Matrix<double>{{0, difference}, {-difference, 0}}));
    const double expected = 1 / (1 + std::exp(-difference));
    EXPECT_NEAR(p[0] / expected, 1, kRounding);
    EXPECT_NEAR(p.sum(), 1, kRounding);
  }
}

TEST(CouplePairs, PairsOfOneDistributionGiveItBack) {
  const Vector<double> expected{{0.6, 1e-20, 0.3, 0.1, 1e-7}};
  const Vector<double> logs = expected.array().log();
  const Vector<double> found =
      couple_pairs(wins(logs.replicate(1, 5) - logs.transpose().replicate(5, 1)));
  EXPECT_LT((found.array() / expected.array() - 1 / expected.sum()).abs().maxCoeff(), 1e-12);
}

TEST(CouplePairs, AClassThatIsSureInAllItsPairsIsSure) {
  // With the mean of its pairs, none of ten classes could exceed 0.2.
  core::Rng rng{1};
  Matrix<double> differences = 3 * random_differences(10, rng);
  differences.row(4).setConstant(12);
  differences.col(4).setConstant(-12);
  EXPECT_GT(couple_pairs(wins(differences))[4], 0.9999);
}

TEST(CouplePairs, GivesADistributionWhateverTheCosts) {
  core::Rng rng{2};
  for (int trial = 0; trial < 2000; ++trial) {
    const Vector<double> p = couple_pairs(wins(random_differences(2 + trial % 30, rng)));
    EXPECT_TRUE(p.allFinite());
    EXPECT_GE(p.minCoeff(), 0);
    EXPECT_NEAR(p.sum(), 1, 1e-12);
  }
}

TEST(CouplePairs, AClassNeverLosesByCostingLess) {
  core::Rng rng{3};
  for (int trial = 0; trial < 5000; ++trial) {
    const Index p = 2 + trial % 9;
    Matrix<double> differences = random_differences(p, rng);
    const double before = couple_pairs(wins(differences))[0];
    const Index rival = 1 + rng.below(p - 1);
    const double gain = rng.uniform();
    differences(0, rival) += gain;
    differences(rival, 0) -= gain;
    EXPECT_GE(couple_pairs(wins(differences))[0], before * (1 - 1e-12));
  }
}

TEST(CouplePairs, ClassesInAnotherOrderHaveTheirProbabilitiesInThatOrder) {
  core::Rng rng{11};
  for (int trial = 0; trial < 200; ++trial) {
    const Index p = 2 + trial % 9;
    const Matrix<double> win = wins(random_differences(p, rng));
    std::vector<Index> order(static_cast<std::size_t>(p));
    std::iota(order.begin(), order.end(), Index{0});
    rng.shuffle(order);
    const Vector<double> expected = couple_pairs(win)(order);
    const Vector<double> found = couple_pairs(win(order, order));
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(CouplePairs, AFactorThatAllPairsShareAndTheDiagonalDoNotCount) {
  core::Rng rng{12};
  for (int trial = 0; trial < 100; ++trial) {
    const Matrix<double> win = wins(random_differences(2 + trial % 9, rng));
    Matrix<double> other = 17 * win;
    other.diagonal().setConstant(1e9);
    EXPECT_LT((couple_pairs(other) - couple_pairs(win)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(CouplePairs, IsTheDistributionThatTheWalkKeeps) {
  core::Rng rng{13};
  for (int trial = 0; trial < 100; ++trial) {
    const Index p = 2 + trial % 9;
    const Matrix<double> win = wins(random_differences(p, rng));
    const Vector<double> probability = couple_pairs(win);
    for (Index a = 0; a < p; ++a) {
      double in = 0;
      double out = 0;
      for (Index b = 0; b < p; ++b) {
        if (b == a) continue;
        in += probability[b] * win(a, b);
        out += probability[a] * win(b, a);
      }
      EXPECT_NEAR(in, out, 1e-12);
    }
  }
}

TEST(CouplePairs, ClassesThatAreAllAlikeShareEqually) {
  for (const Index p : {2, 5, 40}) {
    const Vector<double> probability = couple_pairs(Matrix<double>::Constant(p, p, 0.5));
    EXPECT_LT((probability.array() * static_cast<double>(p) - 1).abs().maxCoeff(), 1e-12);
  }
}

TEST(PairProbability, OfBothSidesSumsToOneAndNeverVanishes) {
  double before = 0;
  for (const double difference : {-1e9, -700.0, -3.0, -1e-9, 0.0, 1e-9, 3.0, 700.0, 1e9}) {
    const double own = pair_probability(difference);
    EXPECT_GT(own, 0);
    EXPECT_GE(own, before);
    EXPECT_NEAR(own + pair_probability(-difference), 1, 1e-15);
    before = own;
  }
}

TEST(PutFirst, LeavesADistributionAloneThatNamesTheLabel) {
  Vector<double> p{{0.2, 0.5, 0.3}};
  put_first(1, p);
  EXPECT_EQ(p, (Vector<double>{{0.2, 0.5, 0.3}}));
}

TEST(PutFirst, SharesWhatTheLabelAndThoseAboveItHave) {
  Vector<double> p{{0.5, 0.1, 0.35, 0.05}};
  put_first(1, p);
  EXPECT_NEAR(p[0], 0.95 / 3, 1e-5);
  EXPECT_NEAR(p[1], 0.95 / 3, 1e-5);
  EXPECT_NEAR(p[2], 0.95 / 3, 1e-5);
  EXPECT_EQ(p[3], 0.05);
  Vector<double> q{{0.5, 0.4, 0.1}};
  put_first(1, q);
  EXPECT_NEAR(q[0], 0.45, 1e-5);
  EXPECT_EQ(q[2], 0.1);
}

TEST(PutFirst, TheLabelIsSeenInSevenDigits) {
  core::Rng rng{4};
  for (int trial = 0; trial < 5000; ++trial) {
    const Index size = 2 + trial % 12;
    Vector<double> p(size);
    // Many equal entries, and zeros.
    for (double& value : p) value = std::floor(4 * rng.uniform());
    p[rng.below(size)] += 1e-9;
    p /= p.sum();
    const Index label = rng.below(size);
    put_first(label, p);
    EXPECT_NEAR(p.sum(), 1, kRounding);
    EXPECT_GE(p.minCoeff(), 0);
    for (Index l = 0; l < size; ++l) {
      if (l == label) continue;
      EXPECT_GT(p[label], p[l] * (1 + 9e-6));
    }
  }
}

}  // namespace
}  // namespace supdict::testing
