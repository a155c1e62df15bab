// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include "supdict/penalty.hpp"

namespace supdict::testing {

/// Atoms are what the rules ask for, up to rounding, and the fixed ones those that were given.
template <class T>
void expect_rules_kept(const Matrix<T>& D, const PenaltyOptions& penalty) {
  constexpr T kRounding = T(1e-5);
  const AtomRules rules = penalty.atoms();
  const Matrix<T> given = penalty.given_atoms().cast<T>();
  EXPECT_EQ(given.cols(), rules.fixed);
  EXPECT_TRUE(given.size() == 0 || D.leftCols(rules.fixed) == given);
  EXPECT_TRUE(!rules.nonnegative || D.minCoeff() >= 0);
  if (rules.fixed == D.cols()) return;
  const Matrix<T> learned = D.rightCols(D.cols() - rules.fixed);
  const Vector<T> lengths = learned.colwise().norm();
  EXPECT_GT(lengths.minCoeff(), rules.on_sphere ? 1 - kRounding : 0);
  const Vector<T> sums = learned.cwiseAbs().colwise().sum();
  EXPECT_LE((lengths.cwiseAbs2() + static_cast<T>(rules.sparsity) * sums).maxCoeff(),
            1 + 2 * kRounding);
}

}  // namespace supdict::testing
