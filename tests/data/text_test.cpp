// SPDX-License-Identifier: BSD-3-Clause
#include "data/text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace supdict::data {
namespace {

double parsed(std::string_view text) {
  double value = -12345;
  EXPECT_TRUE(parse_number(text, value)) << text;
  return value;
}

TEST(Text, Numbers) {
  EXPECT_EQ(parsed("1.5"), 1.5);
  EXPECT_EQ(parsed("+1"), 1);
  EXPECT_EQ(parsed("-2e-3"), -2e-3);
  EXPECT_EQ(parsed(".5"), 0.5);
  EXPECT_EQ(parsed("1e-999"), 0);
  EXPECT_TRUE(std::isinf(parsed("1e999")));
  EXPECT_TRUE(std::isnan(parsed("nan")));
  double value = 0;
  for (const char* text : {"", "+", "-", "+-1", "1,5", "1 ", "0x10", "abc", "1e", "--1"}) {
    EXPECT_FALSE(parse_number(text, value)) << text;
  }
  EXPECT_FALSE(is_number("inf"));
}

TEST(Text, Labels) {
  EXPECT_EQ(whole_number_label("6.0000"), "6");
  EXPECT_EQ(whole_number_label("+6"), "6");
  EXPECT_EQ(whole_number_label("-0"), "0");
  EXPECT_EQ(whole_number_label("6.5"), "6.5");
  EXPECT_EQ(whole_number_label("six"), "six");
  EXPECT_EQ(whole_number_label("1e300"), "1e300");
}

TEST(Text, Words) {
  std::string_view rest = "  a \tbc ";
  EXPECT_EQ(next_word(rest), "a");
  EXPECT_EQ(next_word(rest), "bc");
  EXPECT_EQ(next_word(rest), "");
  EXPECT_EQ(next_word(rest), "");
  EXPECT_EQ(split_list("a, b,,c ", ','), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(in_quotes("a\nb"), "'a?b'");
  EXPECT_EQ(in_quotes(std::string(50, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace supdict::data
