// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/version.hpp"

#include <gtest/gtest.h>

namespace supdict::testing {
namespace {

TEST(Version, OfTheHeadersIsThatOfTheLibrary) {
  EXPECT_EQ(version(), SUPDICT_VERSION_TEXT);
  EXPECT_EQ(version(), std::to_string(SUPDICT_VERSION_MAJOR) + "." +
                           std::to_string(SUPDICT_VERSION_MINOR) + "." +
                           std::to_string(SUPDICT_VERSION_PATCH));
}

TEST(Version, IsANumberThePreprocessorCanCompare) {
#if SUPDICT_VERSION < 1000 || SUPDICT_VERSION >= 1000000000
  FAIL() << SUPDICT_VERSION;
#endif
  EXPECT_EQ(SUPDICT_VERSION / 1000000, SUPDICT_VERSION_MAJOR);
  EXPECT_EQ(SUPDICT_VERSION / 1000 % 1000, SUPDICT_VERSION_MINOR);
  EXPECT_EQ(SUPDICT_VERSION % 1000, SUPDICT_VERSION_PATCH);
}

}  // namespace
}  // namespace supdict::testing
