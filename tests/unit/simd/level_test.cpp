// SPDX-License-Identifier: BSD-3-Clause
#include "simd/level.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "supdict/context.hpp"
#include "support/expect.hpp"

namespace supdict::testing {
namespace {

// The variable is read once per process, so each of these tests starts a new one.
[[noreturn]] void print_level_with(const char* variable) {
  setenv("SUPDICT_SIMD", variable, 1);
  int code = 0;
  try {
    std::fprintf(stderr, "level %s\n", simd_level().c_str());
  } catch (const Error& error) {
    std::fprintf(stderr, "error %s\n", error.what());
    code = error.code() == ErrorCode::kInvalidOption ? 3 : 4;
  }
  std::fflush(stderr);
  std::_Exit(code);
}

class SimdVariableTest : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(SimdVariableTest, AnUnknownLevelIsRefusedWithTheKnownOnes) {
  EXPECT_EXIT(print_level_with("avx1024"), ::testing::ExitedWithCode(3),
              "unknown SIMD level \\(SUPDICT_SIMD\\) 'avx1024'.*known: none");
}

TEST_F(SimdVariableTest, NoneForcesThePlainestLevel) {
  EXPECT_EXIT(print_level_with("none"), ::testing::ExitedWithCode(0), "level none");
}

TEST_F(SimdVariableTest, EmptyMeansTheBestLevel) {
  EXPECT_EXIT(print_level_with(""), ::testing::ExitedWithCode(0), "level " + level_names().back());
}

TEST(SimdLevel, TheFirstLevelIsNoneAndAlwaysAvailable) {
  ASSERT_FALSE(level_names().empty());
  EXPECT_EQ(level_names().front(), "none");
}

TEST(SimdLevel, AForcedLevelIsTheActiveOne) {
  for (const std::string& name : level_names()) {
    const ScopedLevel level(name);
    EXPECT_EQ(simd_level(), name);
  }
}

TEST(SimdLevel, ForcingAnUnknownLevelIsRefused) {
  expect_error(ErrorCode::kInvalidOption, {"SUPDICT_SIMD", "'sse9'", "none"},
               [] { simd::force_level("sse9"); });
}

}  // namespace
}  // namespace supdict::testing
