// SPDX-License-Identifier: BSD-3-Clause
// Assertions that several tests share.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

#include "coding/solver_table.hpp"
#include "simd/level.hpp"
#include "supdict/error.hpp"
#include "supdict/types.hpp"
#include "support/problems.hpp"

namespace supdict::testing {

/// `action` throws Error with this code, and its message contains all of `words`.
inline void expect_error(ErrorCode code, std::initializer_list<const char*> words,
                         const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    for (const char* word : words) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "'" << word << "' is missing in: " << error.what();
    }
    return;
  }
  ADD_FAILURE() << "no supdict::Error was thrown";
}

/// Same bits in every entry.
template <class A, class B>
::testing::AssertionResult same_bits(const Eigen::DenseBase<A>& a, const Eigen::DenseBase<B>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) {
    return ::testing::AssertionFailure() << "shapes differ";
  }
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) {
      if (a.derived()(i, j) == b.derived()(i, j)) continue;
      return ::testing::AssertionFailure() << "row " << i << ", column " << j << " differs";
    }
  }
  return ::testing::AssertionSuccess();
}

/// ||a - b|| / ||b||, and ||a|| where b is 0.
template <class A, class B>
double relative_difference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const double norm = b.template cast<double>().norm();
  const double difference = (a.template cast<double>() - b.template cast<double>()).norm();
  return norm > 0 ? difference / norm : difference;
}

/// The process runs at the level `name` until the end of the scope.
class ScopedLevel {
 public:
  explicit ScopedLevel(const std::string& name) : before_(simd::active_level().name) {
    simd::force_level(name);
  }
  ~ScopedLevel() { simd::force_level(before_); }
  ScopedLevel(const ScopedLevel&) = delete;
  ScopedLevel& operator=(const ScopedLevel&) = delete;

 private:
  std::string before_;
};

/// Parameterised tests over names are named after them.
inline std::string name_of(const ::testing::TestParamInfo<std::string>& chosen) {
  return chosen.param;
}

/// Names of the levels this machine can run.
inline std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (const simd::Level* level : simd::available_levels()) names.emplace_back(level->name);
  return names;
}

/// Names of the solvers that minimise the l1 norm. Unlike solver_names() it does not fix the level
/// of the process, so that parameterised tests may call it before main().
inline std::vector<std::string> every_solver() {
  std::vector<std::string> names;
  for (const auto& solver : coding::solvers_of(*simd::available_levels().front())) {
    if (!solver.pursuit) names.emplace_back(solver.name);
  }
  return names;
}

/// Every solver with and without the Gram matrix, as names for options_for().
inline std::vector<std::string> every_way_to_code() {
  std::vector<std::string> names = every_solver();
  for (const std::string& solver : every_solver()) {
    names.push_back(solver + std::string(kWithoutGram));
  }
  return names;
}

using LevelAndSolver = std::tuple<std::string, std::string>;

inline auto every_level_and_solver() {
  return ::testing::Combine(::testing::ValuesIn(level_names()),
                            ::testing::ValuesIn(every_way_to_code()));
}

inline std::string name_of_both(const ::testing::TestParamInfo<LevelAndSolver>& chosen) {
  return std::get<0>(chosen.param) + "_" + std::get<1>(chosen.param);
}

}  // namespace supdict::testing
