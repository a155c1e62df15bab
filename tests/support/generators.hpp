// SPDX-License-Identifier: BSD-3-Clause
// How rapidcheck generates recipes: sizes and weights shrink towards small simple problems.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "support/expect.hpp"
#include "support/problems.hpp"

namespace rc {

template <>
struct Arbitrary<supdict::testing::Recipe> {
  static Gen<supdict::testing::Recipe> arbitrary() {
    using supdict::Decision;
    using supdict::Index;
    using supdict::testing::Recipe;
    return gen::build<Recipe>(
        gen::set(&Recipe::decision, gen::element(Decision::kLinear, Decision::kBilinear)),
        gen::set(&Recipe::n, gen::inRange<Index>(1, 20)),
        gen::set(&Recipe::k, gen::inRange<Index>(1, 36)),
        gen::set(&Recipe::p, gen::inRange<Index>(2, 7)),
        gen::set(&Recipe::m, gen::inRange<Index>(1, 6)),
        gen::set(&Recipe::lambda0, gen::element(1.0, 0.3, 5.0, 40.0, 300.0)),
        gen::set(&Recipe::kappa, gen::element(0.2, 0.05, 0.1, 0.5, 1.0)),
        gen::set(&Recipe::theta, gen::element(1.0, 0.0, 0.1, 5.0)),
        gen::set(&Recipe::seed, gen::inRange<std::uint64_t>(0, 1000000)));
  }
};

}  // namespace rc

namespace supdict::testing {

/// One of the solvers that minimise the l1 norm.
inline rc::Gen<std::string> any_solver() {
  return rc::gen::elementOf(every_solver());
}

/// A permutation of 0 .. size-1.
inline std::vector<Index> any_permutation(Index size) {
  std::vector<Index> order;
  for (Index i = 0; i < size; ++i) order.push_back(i);
  for (Index i = size - 1; i > 0; --i) {
    std::swap(order[i], order[*rc::gen::inRange<Index>(0, i + 1)]);
  }
  return order;
}

}  // namespace supdict::testing
