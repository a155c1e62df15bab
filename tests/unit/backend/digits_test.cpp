// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/digits.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/problems.hpp"

namespace supdict::testing {
namespace {

TEST(Digits, GiveEveryEntryBackToHalfAUnit) {
  constexpr int kN = 70;
  constexpr int kColumns = 3;
  std::vector<double> rows(kN * kColumns, 0);
  const Matrix<double> numbers = random_matrix(kN, 2, 5);
  for (int t = 0; t < kN; ++t) {
    for (int j = 0; j < 2; ++j) {
      rows[static_cast<std::size_t>(t * kColumns + j)] = numbers(t, j) * (j == 0 ? 1 : 1e-9);
    }
  }
  const cuda::Digits digits(rows, kN, kColumns);
  ASSERT_EQ(digits.depth, 128);
  for (std::size_t j = 0; j < kColumns; ++j) {
    const double largest =
        j < 2 ? numbers.col(static_cast<Index>(j)).cwiseAbs().maxCoeff() * (j == 0 ? 1 : 1e-9) : 0;
    for (std::size_t t = 0; t < 128; ++t) {
      double whole = 0;
      for (int d = cuda::kDigits - 1; d >= 0; --d) {
        const auto at = (j * cuda::kDigits + static_cast<std::size_t>(d)) * 128 + t;
        whole = whole * 256 + digits.digits[at];
      }
      const double expected = t < kN ? rows[t * kColumns + j] : 0;
      EXPECT_NEAR(whole * digits.units[j], expected, cuda::kDigitError * largest);
    }
  }
}

TEST(Digits, TheLargestEntriesOfEitherSignFit) {
  const cuda::Digits digits({1, -1, -1, 1}, 2, 2);
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t t = 0; t < 2; ++t) {
      EXPECT_EQ(digits.digits[(j * cuda::kDigits + 3) * 64 + t], j == t ? 127 : -127);
    }
  }
}

}  // namespace
}  // namespace supdict::testing
