// SPDX-License-Identifier: BSD-3-Clause
// When the Gram matrix of all atoms is made, and when not.
#include "coding/gram_choice.hpp"

#include <gtest/gtest.h>

#include "coding/solver_table.hpp"

namespace supdict::testing {
namespace {

using coding::gram_pays;
using coding::may_do_without_gram;

const coding::SolverKernels& path() {
  return coding::find_solver("path");
}

TEST(GramChoice, FewAtomsAlwaysHaveTheMatrixUnlessItIsForbidden) {
  EXPECT_FALSE(may_do_without_gram({}, path(), {}, 1024));
  EXPECT_TRUE(may_do_without_gram({}, path(), {}, 1025));
  EXPECT_FALSE(may_do_without_gram({.gram = GramMatrix::kWhole}, path(), {}, 100000));
  EXPECT_TRUE(may_do_without_gram({.gram = GramMatrix::kNone}, path(), {}, 8));
}

TEST(GramChoice, PenaltiesThatNeedTheMatrixGetIt) {
  const CodePenalty ridge{.ridge = 0.1};
  ASSERT_NE(coding::penalties_in(path(), ridge) & ~path().penalties_without_gram, 0U);
  EXPECT_FALSE(may_do_without_gram({}, path(), ridge, 100000));
}

TEST(GramChoice, BetweenTheTwoItTakesASignalForEightAtoms) {
  EXPECT_FALSE(gram_pays({}, 2048, 255));
  EXPECT_TRUE(gram_pays({}, 2048, 256));
  EXPECT_TRUE(gram_pays({}, 4096, 512));
  EXPECT_FALSE(gram_pays({}, 4096, 511));
}

TEST(GramChoice, ManyAtomsNeverHaveIt) {
  EXPECT_FALSE(gram_pays({}, 4097, 10000000));
  EXPECT_FALSE(gram_pays({.gram = GramMatrix::kNone}, 2048, 10000000));
}

}  // namespace
}  // namespace supdict::testing
