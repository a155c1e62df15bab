// SPDX-License-Identifier: BSD-3-Clause
// Random numbers are uniform, normal and independent as far as a run can tell, and the softmax of
// costs is exact where it is easy to lose digits.
#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/softmax.hpp"

namespace supdict::testing {
namespace {

using core::Permutation;
using core::Rng;

/// Five standard deviations of a mean of this many numbers of variance 1.
double five_sigma(Index count) {
  return 5 / std::sqrt(static_cast<double>(count));
}

TEST(Rng, UniformNumbersFillTheUnitInterval) {
  constexpr Index kCount = 100000;
  Rng rng{1};
  double sum = 0;
  double squares = 0;
  std::vector<Index> bins(20, 0);
  for (Index i = 0; i < kCount; ++i) {
    const double u = rng.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u - 0.5;
    squares += u * u;
    ++bins[static_cast<std::size_t>(20 * u)];
  }
  EXPECT_NEAR(sum / kCount * std::sqrt(12.0), 0, five_sigma(kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, five_sigma(kCount));
  double chi_square = 0;
  for (const Index count : bins) {
    const double expected = kCount / 20.0;
    chi_square += std::pow(static_cast<double>(count) - expected, 2) / expected;
  }
  EXPECT_LT(chi_square, 60);  // 19 degrees of freedom
  EXPECT_GT(chi_square, 3);
}

TEST(Rng, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  constexpr Index kCount = 100000;
  Rng rng{2};
  double moments[5] = {};
  for (Index i = 0; i < kCount; ++i) {
    const double z = rng.normal();
    ASSERT_TRUE(std::isfinite(z));
    for (int power = 1; power <= 4; ++power) moments[power] += std::pow(z, power) / kCount;
  }
  EXPECT_NEAR(moments[1], 0, five_sigma(kCount));
  EXPECT_NEAR(moments[2], 1, 1.5 * five_sigma(kCount));
  EXPECT_NEAR(moments[3], 0, 4 * five_sigma(kCount));
  EXPECT_NEAR(moments[4], 3, 10 * five_sigma(kCount));
}

TEST(Rng, BelowHitsEveryNumberAboutAsOften) {
  Rng rng{3};
  for (const Index count : {1, 2, 7, 10}) {
    std::vector<Index> hits(static_cast<std::size_t>(count), 0);
    for (int i = 0; i < 20000; ++i) ++hits.at(static_cast<std::size_t>(rng.below(count)));
    for (const Index own : hits) {
      EXPECT_NEAR(static_cast<double>(own * count) / 20000, 1,
                  five_sigma(20000) * std::sqrt(static_cast<double>(count)));
    }
  }
}

TEST(Rng, StreamsOfOtherKeysAreOthersAndThoseOfTheSameKeysTheSame) {
  std::set<std::uint64_t> first;
  for (std::uint64_t a = 0; a < 20; ++a) {
    for (std::uint64_t b = 0; b < 20; ++b) {
      EXPECT_TRUE(first.insert(Rng{a, b}.next()).second) << a << ' ' << b;
      EXPECT_EQ((Rng{a, b}.next()), (Rng{a, b}.next()));
    }
  }
  EXPECT_TRUE(first.insert(Rng{1}.next()).second);
  // Neighbouring streams are not correlated.
  constexpr Index kCount = 20000;
  Rng one{5, 1};
  Rng two{5, 2};
  double product = 0;
  for (Index i = 0; i < kCount; ++i) product += one.normal() * two.normal() / kCount;
  EXPECT_NEAR(product, 0, five_sigma(kCount));
}

TEST(Rng, AShuffleKeepsTheValuesAndPutsEachAnywhere) {
  std::vector<std::vector<Index>> hits(5, std::vector<Index>(5, 0));
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    std::vector<int> values = {0, 1, 2, 3, 4};
    Rng{seed, 9}.shuffle(values);
    for (std::size_t place = 0; place < 5; ++place) {
      ++hits[place][static_cast<std::size_t>(values[place])];
    }
    std::sort(values.begin(), values.end());
    ASSERT_EQ(values, (std::vector<int>{0, 1, 2, 3, 4}));
  }
  for (const auto& row : hits) {
    for (const Index count : row) EXPECT_NEAR(static_cast<double>(count), 1000, 150);
  }
}

TEST(Permutation, OfAnyLengthIsOneAndDependsOnItsKeys) {
  for (const Index count : {1, 2, 3, 4, 5, 63, 64, 65, 1000}) {
    std::set<Index> seen;
    const Permutation order({7, 1}, count);
    for (Index i = 0; i < count; ++i) {
      const Index at = order.at(i);
      EXPECT_TRUE(at >= 0 && at < count);
      EXPECT_TRUE(seen.insert(at).second) << count << ' ' << i;
    }
  }
  Index same = 0;
  const Permutation one({7, 1}, 1000);
  const Permutation two({7, 2}, 1000);
  for (Index i = 0; i < 1000; ++i) same += one.at(i) == two.at(i);
  EXPECT_LT(same, 20);
}

TEST(Permutation, MovesEveryEntryAboutAnywhere) {
  // The mean place of entry 0 over many keys is the middle.
  double sum = 0;
  for (std::uint64_t key = 0; key < 4000; ++key) {
    sum += static_cast<double>(Permutation({key}, 101).at(0)) - 50;
  }
  EXPECT_NEAR(sum / 4000 / 29.2, 0, five_sigma(4000));
}

TEST(Softmin, IsADistributionThatDoesNotDependOnACommonCost) {
  const Vector<double> costs{{3, 1, 2.5, 700}};
  Vector<double> p(4);
  Vector<double> shifted(4);
  core::softmin(costs, 1, p);
  core::softmin(costs.array() + 1e6, 1, shifted);
  EXPECT_NEAR(p.sum(), 1, 1e-15);
  EXPECT_LT((p - shifted).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(p[0] / p[1], std::exp(-2), 1e-15);
  EXPECT_GT(p[3], 0);
}

TEST(Softmin, OfHugeCostsIsFinite) {
  for (const double huge : {1e300, -1e300, 1e17}) {
    const Vector<double> costs{{huge, huge + std::abs(huge) / 2, 0}};
    Vector<double> p(3);
    core::softmin(costs, 1, p);
    EXPECT_TRUE(p.allFinite());
    EXPECT_NEAR(p.sum(), 1, 1e-15);
  }
}

TEST(SoftminLoss, IsMinusTheLogarithmOfTheProbability) {
  Rng rng{6};
  for (int trial = 0; trial < 200; ++trial) {
    Vector<double> costs(2 + rng.below(6));
    for (double& cost : costs) cost = 5 * rng.normal();
    const double scale = 0.1 + rng.uniform();
    Vector<double> p(costs.size());
    core::softmin(costs, scale, p);
    for (Index l = 0; l < costs.size(); ++l) {
      EXPECT_NEAR(core::softmin_loss(costs, scale, l), -std::log(p[l]), 1e-12);
      EXPECT_GE(core::softmin_loss(costs, scale, l), 0);
    }
  }
}

TEST(SoftminLoss, KeepsItsDigitsWhereAClassIsCertainOrImpossible) {
  const Vector<double> costs{{0, 1000}};
  EXPECT_EQ(core::softmin_loss(costs, 1, 0), 0);
  EXPECT_EQ(core::softmin_loss(costs, 1, 1), 1000);
  EXPECT_NEAR(core::softmin_loss(Vector<double>{{0, 0}}, 1, 0), std::log(2), 1e-15);
}

}  // namespace
}  // namespace supdict::testing
