// SPDX-License-Identifier: BSD-3-Clause
// The kernels of every instruction set compared with plain loops in double, on odd shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "simd/kernels.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

template <class T>
const simd::Kernels<T>& kernels_of(const simd::Level& level) {
  if constexpr (std::is_same_v<T, float>) {
    return *level.kernels_float();
  } else {
    return *level.kernels_double();
  }
}

/// Rounding of a sum of n products of numbers near 1.
template <class T>
double allowed_error(Index n) {
  return 8 * static_cast<double>(n + 8) * static_cast<double>(std::numeric_limits<T>::epsilon());
}

/// The share of non-zero entries differs from column to column.
Matrix<double> mixed_signals(Index n, Index m) {
  Matrix<double> X = random_matrix(n, m, 21);
  const Matrix<double> coin = random_matrix(n, m, 22);
  for (Index j = 0; j < m; ++j) {
    const double bar = j % 3 == 0 ? -10 : (j % 3 == 1 ? 1.5 : 0.1);  // all, few, about half
    for (Index i = 0; i < n; ++i) X(i, j) = coin(i, j) > bar ? X(i, j) : 0;
  }
  if (m > 4) X.col(4).setZero();
  return X;
}

template <class T>
void check_correlate(const simd::Level& level, Index n, Index k, Index m) {
  SCOPED_TRACE("n=" + std::to_string(n) + " k=" + std::to_string(k) + " m=" + std::to_string(m));
  constexpr Index kExtra = 3;  // rows after the block, in X and in Q
  Matrix<T> frame_X = Matrix<T>::Constant(n + kExtra, m, T(1e6));
  frame_X.topRows(n) = mixed_signals(n, m).cast<T>();
  const Matrix<T> Dt = random_matrix(k, n, 23).cast<T>();
  Matrix<T> Q = Matrix<T>::Constant(k + kExtra, m, T(-7));
  kernels_of<T>(level).correlate(n, k, m, Dt.data(), frame_X.data(), n + kExtra, Q.data(),
                                 k + kExtra);
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i < k; ++i) {
      double expected = 0;
      for (Index r = 0; r < n; ++r) {
        expected += static_cast<double>(Dt(i, r)) * static_cast<double>(frame_X(r, j));
      }
      ASSERT_NEAR(Q(i, j), expected, allowed_error<T>(n)) << "row " << i << ", column " << j;
    }
    ASSERT_TRUE((Q.col(j).tail(kExtra).array() == T(-7)).all()) << "wrote past column " << j;
  }
}

template <class T>
void check_combine(const simd::Level& level, Index n, Index m, Index stride) {
  SCOPED_TRACE("n=" + std::to_string(n) + " m=" + std::to_string(m));
  const Matrix<T> X = random_matrix(n + 2, m, 31).cast<T>();
  Matrix<T> weight = random_matrix(stride, m, 32).cast<T>();
  for (Index j = 0; j < m; j += 3) weight(0, j) = 0;
  const Matrix<T> before = random_matrix(n + 1, 1, 33).cast<T>();
  Matrix<T> out = before;
  kernels_of<T>(level).combine(n, m, X.data(), n + 2, weight.data(), stride, out.data());
  for (Index i = 0; i < n; ++i) {
    double expected = before(i, 0);
    for (Index j = 0; j < m; ++j) {
      expected += static_cast<double>(weight(0, j)) * static_cast<double>(X(i, j));
    }
    ASSERT_NEAR(out(i, 0), expected, allowed_error<T>(m)) << "row " << i;
  }
  ASSERT_EQ(out(n, 0), before(n, 0)) << "wrote past the end";
}

/// Bits of a column must not depend on its neighbours: each is also computed alone.
template <class T>
void check_columns_alone(const simd::Level& level, Index n, Index k, Index m) {
  const Matrix<T> X = mixed_signals(n, m).cast<T>();
  const Matrix<T> Dt = random_matrix(k, n, 41).cast<T>();
  Matrix<T> together(k, m);
  Matrix<T> alone(k, m);
  kernels_of<T>(level).correlate(n, k, m, Dt.data(), X.data(), n, together.data(), k);
  for (Index j = 0; j < m; ++j) {
    kernels_of<T>(level).correlate(n, k, 1, Dt.data(), &X(0, j), n, &alone(0, j), k);
  }
  EXPECT_TRUE(same_bits(together, alone)) << "n=" << n << " k=" << k;
}

/// Largest relative error of exp over its range, in irregular steps.
template <class T>
double exp_error(const simd::Level& level, double from, double to) {
  constexpr Index kCount = 16 * 4096;
  std::vector<T> x(kCount);
  std::vector<T> e(kCount);
  for (Index i = 0; i < kCount; ++i) {
    x[i] = static_cast<T>(from + (to - from) * static_cast<double>(i) / (kCount - 1));
  }
  kernels_of<T>(level).exponentials(kCount, x.data(), e.data());
  double worst = 0;
  for (Index i = 0; i < kCount; ++i) {
    const long double exact = std::exp(static_cast<long double>(x[i]));
    worst = std::max(worst, static_cast<double>(std::abs(e[i] - exact) / exact));
  }
  return worst;
}

template <class T>
std::vector<T> exp_of(const simd::Level& level, std::vector<T> x) {
  x.resize(16, T(0));
  kernels_of<T>(level).exponentials(16, x.data(), x.data());
  return x;
}

/// Against plain sums; and every entry is the same, to the bit, alone and among others.
template <class T>
void check_products(const simd::Level& level, Index n, Index count) {
  const Matrix<T> rows = random_matrix(n + 1, count, 61).cast<T>();
  const Vector<double> x = random_matrix(n + 1, 1, 62).col(0);
  std::vector<const T*> columns;
  for (Index r = 0; r < count; ++r) columns.push_back(rows.col(r).data());
  Vector<double> out(count);
  kernels_of<T>(level).products(n, count, columns.data(), x.data(), out.data());
  for (Index r = 0; r < count; ++r) {
    double expected = 0;
    for (Index i = 0; i < n; ++i) expected += static_cast<double>(rows(i, r)) * x[i];
    ASSERT_NEAR(out[r], expected, allowed_error<double>(n)) << "n=" << n << ", row " << r;
    double alone = 0;
    kernels_of<T>(level).products(n, 1, &columns[static_cast<std::size_t>(r)], x.data(), &alone);
    ASSERT_EQ(out[r], alone) << "n=" << n << ", row " << r;
  }
}

/// Against plain sums; and the bits are the same in one go and in steps.
template <class T>
void check_gram(const simd::Level& level, Index n, Index k) {
  constexpr Index kStep = 16;
  const Matrix<T> Dt = random_matrix(k, n, 71).cast<T>();
  Matrix<T> whole(k, k);
  Matrix<T> by_steps(k, k);
  kernels_of<T>(level).gram(n, k, 0, k, Dt.data(), whole.data());
  for (Index first = 0; first < k; first += kStep) {
    kernels_of<T>(level).gram(n, k, first, first + kStep, Dt.data(), by_steps.data());
  }
  EXPECT_TRUE(same_bits(whole, by_steps)) << "n=" << n << " k=" << k;
  EXPECT_TRUE(same_bits(whole, Matrix<T>(whole.transpose()))) << "n=" << n << " k=" << k;
  const Matrix<double> wide = Dt.template cast<double>();
  const double error =
      (whole.template cast<double>() - wide * wide.transpose()).cwiseAbs().maxCoeff();
  // The products of an entry add up to at most the largest squared norm.
  const double size = wide.rowwise().squaredNorm().maxCoeff();
  EXPECT_LT(error, 8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::sqrt(n) * size)
      << "n=" << n << " k=" << k;
}

class SimdKernels : public ::testing::TestWithParam<std::string> {
 protected:
  const simd::Level& level() const {
    for (const simd::Level* level : simd::available_levels()) {
      if (level->name == GetParam()) return *level;
    }
    throw std::logic_error("no such level");
  }
};

TEST_P(SimdKernels, CorrelateAgreesWithPlainLoops) {
  for (const Index n : {1, 3, 17, 784, 4096, 5000}) {
    for (const Index k : {16, 32, 48, 80, 208}) {
      if (n > 1000 && k > 48) continue;
      for (const Index m : {1, 2, 5, 9}) {
        check_correlate<float>(level(), n, k, m);
        check_correlate<double>(level(), n, k, m);
      }
    }
  }
  check_correlate<double>(level(), 7, 16, 0);
}

TEST_P(SimdKernels, CombineAgreesWithPlainLoops) {
  for (const Index n : {1, 3, 15, 16, 33, 784}) {
    for (const Index m : {0, 1, 2, 7, 100}) {
      for (const Index stride : {1, 5}) {
        check_combine<float>(level(), n, m, stride);
        check_combine<double>(level(), n, m, stride);
      }
    }
  }
}

TEST_P(SimdKernels, ProductsAgreeWithPlainLoops) {
  for (const Index n : {1, 3, 15, 16, 33, 784}) {
    for (const Index count : {0, 1, 3, 4, 11}) {
      check_products<float>(level(), n, count);
      check_products<double>(level(), n, count);
    }
  }
}

TEST_P(SimdKernels, GramAgreesWithPlainProducts) {
  for (const Index n : {1, 3, 17, 784}) {
    for (const Index k : {16, 32, 48, 208}) {
      check_gram<float>(level(), n, k);
      check_gram<double>(level(), n, k);
    }
  }
}

TEST_P(SimdKernels, SumOfSquaresAgreesWithEigen) {
  for (const Index n : {0, 1, 2, 15, 16, 33, 784}) {
    const Matrix<double> x = random_matrix(n + 1, 1, 51);
    const Matrix<float> x_float = x.cast<float>();
    const double expected = x.topRows(n).squaredNorm();
    const double expected_float = x_float.topRows(n).cast<double>().squaredNorm();
    EXPECT_NEAR(kernels_of<double>(level()).sum_of_squares(n, x.data()), expected, 1e-12);
    EXPECT_NEAR(kernels_of<float>(level()).sum_of_squares(n, x_float.data()), expected_float,
                1e-12);
  }
}

TEST_P(SimdKernels, ExponentialsAreExactToTheStatedError) {
  EXPECT_LT(exp_error<float>(level(), -87, 88), 2e-7);
  EXPECT_LT(exp_error<float>(level(), -1, 1), 2e-7);
  EXPECT_LT(exp_error<double>(level(), -708, 709), 4e-16);
  EXPECT_LT(exp_error<double>(level(), -1, 1), 4e-16);
}

TEST_P(SimdKernels, ExponentialsEndWhereNumbersDo) {
  const auto single = exp_of<float>(level(), {0, -0.0F, -1e30F, -100, 1e30F});
  EXPECT_EQ(single[0], 1);
  EXPECT_EQ(single[1], 1);
  EXPECT_EQ(single[2], 0);
  EXPECT_EQ(single[3], 0);
  EXPECT_NEAR(single[4] / std::exp(88.0), 1, 1e-6);
  const auto twice = exp_of<double>(level(), {0, -1e300, 1e300});
  EXPECT_EQ(twice[0], 1);
  EXPECT_EQ(twice[1], 0);
  EXPECT_TRUE(std::isfinite(twice[2]));
}

TEST_P(SimdKernels, AColumnHasTheSameBitsWhateverItsNeighbours) {
  for (const Index n : {1, 3, 100, 784, 4097}) {
    for (const Index k : {16, 48, 144}) {
      check_columns_alone<float>(level(), n, k, 11);
      check_columns_alone<double>(level(), n, k, 11);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SimdKernels, ::testing::ValuesIn(level_names()), name_of);

}  // namespace
}  // namespace supdict::testing
