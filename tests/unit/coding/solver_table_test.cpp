// SPDX-License-Identifier: BSD-3-Clause
#include "coding/solver_table.hpp"

#include <gtest/gtest.h>

#include "supdict/coding.hpp"
#include "supdict/error.hpp"
#include "supdict/solvers.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

TEST(SolverTable, EveryLevelHoldsTheSameSolvers) {
  const auto levels = simd::available_levels();
  const auto plainest = coding::solvers_of(*levels.front());
  for (const simd::Level* level : levels) {
    const auto solvers = coding::solvers_of(*level);
    ASSERT_EQ(solvers.size(), plainest.size());
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      EXPECT_STREQ(solvers[i].name, plainest[i].name);
    }
  }
}

TEST(SolverTable, TheActiveLevelChoosesTheCopyOfASolver) {
  for (const simd::Level* level : simd::available_levels()) {
    const ScopedLevel scope(level->name);
    for (const coding::SolverKernels& solver : coding::solvers_of(*level)) {
      EXPECT_EQ(&coding::find_solver(solver.name), &solver) << level->name;
    }
  }
}

/// Serves the lasso in double, and nothing else.
constexpr coding::SolverKernels kLassoOnly = {
    .name = "lasso_only",
    .summary = "",
    .solve_float = nullptr,
    .solve_double = [](const coding::Problem<double>&, const coding::Settings&,
                       const coding::Request<double>&) {},
    .class_terms = static_cast<unsigned>(coding::ClassTerm::kNone),
    .penalties = coding::kL1Only,
    .devices = 0,
    .warm_starts = false,
    .needs_norms = false};

void expect_refusal(const char* what, const coding::Asked& asked,
                    const coding::SolverKernels& solver = kLassoOnly) {
  expect_error(
      ErrorCode::kInvalidOption,
      {"the solver 'lasso_only' does not serve", what, "; solvers that do: path, cd, fista, fpc"},
      [&] { coding::check_serves(solver, asked, coding::solvers_of(simd::active_level())); });
}

TEST(SolverTable, WhatASolverDoesNotServeIsRefusedByNameWithThoseThatDo) {
  expect_refusal("the precision float;", {.in_double = false});
  expect_refusal("the class term softmax;",
                 {.in_double = true, .class_term = coding::ClassTerm::kSoftmax});
  expect_refusal("the device cpu;", {.in_double = true});
  coding::SolverKernels other = kLassoOnly;
  other.devices = coding::kCpuOnly;
  expect_refusal("codes to start from;", {.in_double = true, .warm_start = true}, other);
  expect_refusal(
      "the penalty l1 + ridge + nonnegative;",
      {.in_double = true, .penalties = coding::penalties_in({.nonnegative = true, .ridge = 0.1})},
      other);
}

TEST(SolverTable, PenaltiesThatNeedTheGramMatrixAreRefusedWithoutIt) {
  const auto [model, X, y] = make_problem({.n = 4, .k = 3, .m = 2});
  const CodingOptions none{.gram = GramMatrix::kNone};
  const auto make = [&, D = model.D](const CodePenalty& penalty) {
    return Coder<double>(D, 0.1, none, Context(), penalty);
  };
  const char* message = "does not serve the penalty l1 + nonnegative without the Gram matrix";
  expect_error(ErrorCode::kInvalidOption, {message}, [&] { make({.nonnegative = true}); });
  const Matrix<double> weights = Matrix<double>::Ones(3, 2);
  expect_error(ErrorCode::kInvalidOption, {"penalty l1 + weights without the Gram matrix"},
               [&, X = X] { make({}).lasso(X, nullptr, &weights); });
}

TEST(SolverTable, WhatAGpuDoesNotServeIsSaidInWords) {
  const coding::SolverKernels& path = coding::find_solver("path");
  const auto why_not = [](const coding::SolverKernels& solver, const coding::Asked& asked,
                          coding::Size n_atoms, coding::Size n_hypotheses) {
    return coding::why_not_on_cuda(solver, asked, n_atoms, n_hypotheses);
  };
  const coding::Asked two{.class_term = coding::ClassTerm::kBinary};
  EXPECT_EQ(why_not(path, two, 512, 32), "");
  EXPECT_EQ(why_not(path, {.penalties = coding::penalties_in({.weights = {1, 2}})}, 2, 1),
            "the penalty l1 + weights is not served on a GPU");
  EXPECT_EQ(why_not(path, {.class_term = coding::ClassTerm::kNone}, 1, 1), "");
  EXPECT_EQ(why_not(path, {.class_term = coding::ClassTerm::kSoftmax}, 64, 1),
            "the class term softmax is not served on a GPU");
  EXPECT_EQ(why_not(path, {.in_double = true}, 64, 1), "double is not served on a GPU");
  EXPECT_EQ(why_not(path, {.warm_start = true}, 64, 1),
            "codes to start from are not served on a GPU");
  EXPECT_EQ(why_not(path, two, 513, 2), "more than 512 atoms are not served on a GPU");
  EXPECT_EQ(why_not(path, two, 64, 33), "more than 32 hypotheses at once are not served on a GPU");
  EXPECT_EQ(why_not(coding::find_solver("cd"), two, 64, 2),
            "the solver 'cd' does not run on a GPU");
}

TEST(SolverTable, ARequestThatNoSolverServesIsRefused) {
  expect_error(ErrorCode::kInvalidOption, {"the precision float; no solver does"}, [] {
    coding::check_serves(kLassoOnly, {}, {&kLassoOnly, 1});
  });
}

TEST(SolverTable, TheHelpOfTheOptionNamesEverySolver) {
  for (const SolverInfo& solver : solvers()) {
    EXPECT_NE(solver_help().find(solver.name + " (" + solver.summary + ")"), std::string::npos);
  }
}

}  // namespace
}  // namespace supdict::testing
