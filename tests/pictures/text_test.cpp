// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "pictures/text.hpp"

namespace supdict::testing {
namespace {

using pictures::escape;
using pictures::number;

TEST(Escape, MakesMarkupHarmless) {
  EXPECT_EQ(escape("<script>alert('x')</script>&\""),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;");
}

TEST(Escape, KeepsCharactersAndReplacesBrokenOnes) {
  EXPECT_EQ(escape("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80"),
            "na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(escape("\xFF\xC3"), "??");
  EXPECT_EQ(escape("\xC0\xBC"), "??");       // '<' in two bytes
  EXPECT_EQ(escape("\xED\xA0\x80"), "???");  // half of a surrogate pair
  EXPECT_EQ(escape("\xF5\x80\x80\x80"), "????");
  EXPECT_EQ(escape(std::string("a\0b\x1B"
                               "c\nd",
                               7)),
            "a?b?c d");
}

TEST(Escape, CutsAfterWholeCharacters) {
  EXPECT_EQ(pictures::escape_short("<<<<", 2), "&lt;&lt;...");
  EXPECT_EQ(pictures::escape_short("\xC3\xAF\xC3\xAF", 2), "\xC3\xAF\xC3\xAF");
}

TEST(Number, IsShort) {
  EXPECT_EQ(number(0.123456), "0.123");
  EXPECT_EQ(number(60), "60");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(number(NAN), "-");
  EXPECT_EQ(number(20971520), "2.1e+07");
  EXPECT_EQ(pictures::percent(0.0354), "3.54 %");
  EXPECT_EQ(pictures::coordinate(-0.01), "0");
  EXPECT_EQ(pictures::coordinate(12.34), "12.3");
  EXPECT_EQ(pictures::counted(1, "atom"), "1 atom");
}

TEST(PngAddress, IsBase64) {
  const std::string start = "data:image/png;base64,";
  EXPECT_EQ(pictures::png_address(""), start);
  EXPECT_EQ(pictures::png_address("f"), start + "Zg==");
  EXPECT_EQ(pictures::png_address("fo"), start + "Zm8=");
  EXPECT_EQ(pictures::png_address("foobar"), start + "Zm9vYmFy");
  EXPECT_EQ(pictures::png_address("\xFF\xFE\xFD"), start + "//79");
}

}  // namespace
}  // namespace supdict::testing
