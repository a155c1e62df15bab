// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "supdict/dictionary.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

TEST(ProjectAtoms, LongAtomsLandOnTheSphereAndShortOnesStay) {
  Matrix<double> D(2, 4);
  D << 3, 0.3, 0, 1,  //
      4, 0.4, 0, 0;
  EXPECT_EQ(project_atoms(D), 1);
  Matrix<double> expected(2, 4);
  expected << 0.6, 0.3, 0, 1,  //
      0.8, 0.4, 0, 0;
  EXPECT_LE((D - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ProjectAtoms, ProjectingTwiceMovesNothingMore) {
  Matrix<float> D = (10 * random_matrix(30, 50, 3)).cast<float>();
  EXPECT_EQ(project_atoms(D), 50);
  EXPECT_LE(D.colwise().norm().maxCoeff(), 1 + 1e-6F);
  const Matrix<float> once = D;
  project_atoms(D);
  EXPECT_LE((D - once).cwiseAbs().maxCoeff(), 1e-6F);
}

TEST(ProjectAtoms, AnEmptyDictionaryIsFine) {
  Matrix<double> D(3, 0);
  EXPECT_EQ(project_atoms(D), 0);
}

TEST(ProjectAtoms, AtomsTooLongToSquareAreScaledToo) {
  Matrix<float> D = Matrix<float>::Constant(2, 1, 1e30F);  // the squared norm overflows
  EXPECT_EQ(project_atoms(D), 1);
  EXPECT_NEAR(D.col(0).norm(), 1, 1e-6);
}

}  // namespace
}  // namespace supdict::testing
