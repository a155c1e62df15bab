// SPDX-License-Identifier: BSD-3-Clause
// Numbers and CSV fields as text.
#include "supdict/text.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <string>

namespace supdict {
namespace {

std::string printed(const char* format, double value) {
  char text[400];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

TEST(Text, ShortestReadsBackAsTheSameNumber) {
  EXPECT_EQ(shortest_text(0.1F), "0.1");
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(shortest_text(100000.0), "1e+05");
}

TEST(Text, PlainWritesWholeNumbersOutAsLongAsTheyAreExact) {
  EXPECT_EQ(plain_text(100000), "100000");
  EXPECT_EQ(plain_text(-3), "-3");
  EXPECT_EQ(plain_text(-0.0), "0");
  EXPECT_EQ(plain_text(2.5), "2.5");
  EXPECT_EQ(plain_text(0x1p53), "9007199254740992");
  EXPECT_EQ(plain_text(0x1p54), shortest_text(0x1p54));
  EXPECT_FALSE(is_whole(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(is_whole(std::numeric_limits<double>::quiet_NaN()));
}

TEST(Text, RoundedAndFixedAreThoseOfPrintf) {
  constexpr double kMost = std::numeric_limits<double>::max();
  for (const double value : {0.0, -0.0, 1.0, 0.1 + 0.2, 1234567.0, 1e-7, -2.5, 1e300, kMost}) {
    EXPECT_EQ(rounded_text(value, 6), printed("%g", value));
    EXPECT_EQ(rounded_text(value, 3), printed("%.3g", value));
    EXPECT_EQ(fixed_text(value, 0), printed("%.0f", value));
    EXPECT_EQ(fixed_text(value, 2), printed("%.2f", value));
  }
  EXPECT_EQ(rounded_text(std::numeric_limits<double>::infinity(), 6), "inf");
  EXPECT_EQ(rounded_text(std::numeric_limits<double>::quiet_NaN(), 6), "nan");
}

TEST(Text, HexHasLeadingZeros) {
  EXPECT_EQ(hex_text(0, 2), "00");
  EXPECT_EQ(hex_text(0xab, 2), "ab");
  EXPECT_EQ(hex_text(0xcbf29ce484222325ULL, 16), "cbf29ce484222325");
  EXPECT_EQ(hex_text(1, 16), "0000000000000001");
}

TEST(Text, FieldsAreQuotedWhereTheyNeedIt) {
  EXPECT_EQ(csv_field("six"), "six");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"six\""), "\"say \"\"six\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace supdict
