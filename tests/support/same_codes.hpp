// SPDX-License-Identifier: BSD-3-Clause
// Codes with all that is known about them, compared bit by bit.
#pragma once

#include "supdict/coding.hpp"
#include "support/expect.hpp"

namespace supdict::testing {

template <class T>
void expect_same_codes(const Codes<T>& a, const Codes<T>& b) {
  EXPECT_TRUE(same_bits(a.Alpha, b.Alpha));
  EXPECT_TRUE(same_bits(a.posterior, b.posterior));
  EXPECT_TRUE(same_bits(a.value, b.value));
  EXPECT_TRUE(same_bits(a.lower, b.lower));
  EXPECT_TRUE(same_bits(a.upper, b.upper));
  EXPECT_TRUE(same_bits(a.iterations, b.iterations));
  EXPECT_TRUE(same_bits(a.status, b.status));
}

}  // namespace supdict::testing
