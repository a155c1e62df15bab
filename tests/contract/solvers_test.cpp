// SPDX-License-Identifier: BSD-3-Clause
// The table of solvers is true: every solver codes everything it claims to serve.
#include "supdict/solvers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

bool lists(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

class Solvers : public ::testing::TestWithParam<std::string> {
 protected:
  /// Looked up in the test, not before main(): the table belongs to the active level.
  static SolverInfo info() {
    for (const SolverInfo& solver : solvers()) {
      if (solver.name == options_for(GetParam(), kExact).solver) return solver;
    }
    throw std::logic_error("no such solver");
  }

  /// Codes from zero and, if warm starts are served, from the solution.
  template <class T>
  void check(const SupervisedDictionary<T>& model, const Matrix<T>& X, bool lasso,
             const SolverInfo& solver, double tolerance) {
    const Coder<T> coder(model, options_for(GetParam(), tolerance));
    const auto code = [&](const Matrix<T>* warm) {
      return lasso ? coder.lasso(X, warm) : coder.encode(X, {}, warm);
    };
    const Codes<T> codes = code(nullptr);
    EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
    if (!solver.warm_starts) return;
    const Codes<T> again = code(&codes.Alpha);
    EXPECT_EQ(again.summary.n_converged, again.summary.n_problems) << again.summary.message();
    EXPECT_LE(again.summary.mean_iterations, codes.summary.mean_iterations);
  }
};

TEST_P(Solvers, CodeEveryClassTermAndPrecisionTheyServe) {
  const SolverInfo solver = info();
  const std::map<std::string, Index> classes = {{"none", 2}, {"binary", 2}, {"softmax", 4}};
  for (const std::string& term : solver.class_terms) {
    SCOPED_TRACE(term);
    const auto [model, X, y] = make_problem({.n = 9, .k = 16, .p = classes.at(term)});
    const bool lasso = term == "none";
    if (lists(solver.precisions, "double")) check<double>(model, X, lasso, solver, kExact);
    if (lists(solver.precisions, "float")) {
      check<float>(to_float(model), X.cast<float>(), lasso, solver, 1e-4);
    }
  }
}

/// Every set of the penalties beside the l1 norm that all of `names` are in.
std::vector<CodePenalty> penalties_of(const std::vector<std::string>& names, Index k) {
  std::vector<CodePenalty> penalties(1);
  const auto with_each = [&](auto&& change) {
    for (std::size_t i = 0, count = penalties.size(); i < count; ++i) {
      change(penalties.emplace_back(penalties[i]));
    }
  };
  if (lists(names, "ridge")) with_each([](CodePenalty& penalty) { penalty.ridge = 0.05; });
  if (lists(names, "nonnegative"))
    with_each([](CodePenalty& penalty) { penalty.nonnegative = true; });
  if (lists(names, "weights"))
    with_each([k](CodePenalty& penalty) {
      for (Index i = 0; i < k; ++i) penalty.weights.push_back(0.4 + 0.1 * static_cast<double>(i));
    });
  return penalties;
}

TEST_P(Solvers, CodeEveryPenaltyTheyServe) {
  const SolverInfo solver = info();
  for (const Index p : {1, 2, 4}) {
    auto [model, X, y] = make_problem({.n = 9, .k = 16, .p = std::max<Index>(2, p), .kappa = 0.1});
    const bool lasso = p == 1;
    const bool whole = options_for(GetParam(), kExact).gram == GramMatrix::kWhole;
    for (const CodePenalty& penalty :
         penalties_of(whole ? solver.penalties : solver.penalties_without_gram, 16)) {
      SCOPED_TRACE(std::to_string(p) + " classes, ridge " + std::to_string(penalty.ridge) +
                   (penalty.nonnegative ? ", nonnegative" : "") +
                   (penalty.weights.empty() ? "" : ", weights"));
      model.penalty = penalty;
      check<double>(model, X, lasso, solver, kExact);
      check<float>(to_float(model), X.cast<float>(), lasso, solver, 1e-4);
      const Coder<double> coder(model, options_for(GetParam(), kExact));
      const Codes<double> codes = lasso ? coder.lasso(X) : coder.encode(X);
      for (Index j = 0; j < X.cols(); ++j) {
        for (Index i = 0; i < codes.n_hypotheses(); ++i) {
          const double cost = plain_cost(model, X.col(j), codes.code(j, i), codes.hypotheses[i]);
          EXPECT_NEAR(codes.value(i, j), cost, kRounding * cost);
          EXPECT_LE(codes.lower(i, j), cost * (1 + kRounding));
        }
      }
      if (penalty.nonnegative) {
        EXPECT_GE(codes.Alpha.minCoeff(), 0);
      }
    }
  }
}

TEST_P(Solvers, SayWhatTheyServe) {
  const SolverInfo solver = info();
  EXPECT_FALSE(solver.summary.empty());
  EXPECT_FALSE(solver.class_terms.empty());
  EXPECT_FALSE(solver.penalties.empty());
  EXPECT_FALSE(solver.precisions.empty());
  EXPECT_FALSE(solver.devices.empty());
}

TEST(SolverTable, HasTheNamesTheOptionTakes) {
  std::vector<std::string> names;
  for (const SolverInfo& solver : solvers()) names.push_back(solver.name);
  EXPECT_EQ(names, solver_names());
  const CodingOptions defaults;
  EXPECT_EQ(names.front(), defaults.solver);
  CodingOptions::fields(defaults, [&](const auto&, const Field& field) {
    if (field.name == "solver") {
      EXPECT_EQ(field.choices, names);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Table, Solvers, ::testing::ValuesIn(every_way_to_code()), name_of);

}  // namespace
}  // namespace supdict::testing
