// SPDX-License-Identifier: BSD-3-Clause
// Bounds and duality gaps hold wherever a solver stops.
#include "supdict/predict.hpp"
#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

/// Codes after one iteration from a random start: far from optimal.
Codes<double> one_iteration(const LabelledProblem<double>& problem, double start_size,
                            std::uint64_t seed) {
  const auto& [model, X, y] = problem;
  const std::string solver = *any_solver();
  const Matrix<double> warm = start_size * random_matrix(model.n_atoms(), X.cols(), seed + 77);
  const CodingOptions options{.solver = solver, .tolerance = 1e-9, .max_iterations = 1};
  return Coder<double>(model, options).encode(X, {}, &warm);
}

double any_start_size() {
  return *rc::gen::element(1.0, 0.0, 0.01, 30.0, 1000.0);
}

/// Costs are differences of terms that grow with the square of the code.
double rounding_of(const Recipe& recipe, double start_size, double cost) {
  const double code = static_cast<double>(recipe.k) * start_size;
  return kRounding * (1 + std::abs(cost)) + 1e-15 * recipe.lambda0 * code * code;
}

RC_GTEST_PROP(Certificate, TheBoundsHoldTheOptimumWhereverASolverStops, (const Recipe& recipe)) {
  const auto problem = make_problem(recipe);
  const double size = any_start_size();
  const Codes<double> codes = one_iteration(problem, size, recipe.seed);
  const Interval exact = exact_costs(problem.model, problem.X);
  RC_ASSERT((codes.lower.array() <= exact.high.array()).all());
  RC_ASSERT((exact.low.array() <= codes.upper.array()).all());
  RC_ASSERT((codes.lower.array() <= codes.value.array()).all());
  RC_ASSERT((codes.value.array() <= codes.upper.array()).all());
}

RC_GTEST_PROP(Certificate, TheReportedCostIsThatOfTheReportedCode, (const Recipe& recipe)) {
  const auto problem = make_problem(recipe);
  const double size = any_start_size();
  const Codes<double> codes = one_iteration(problem, size, recipe.seed);
  for (Index j = 0; j < codes.n_signals(); ++j) {
    for (Index l = 0; l < codes.n_hypotheses(); ++l) {
      const double plain =
          plain_cost(problem.model, problem.X.col(j), codes.code(j, l), static_cast<int>(l));
      RC_ASSERT(std::abs(codes.value(l, j) - plain) <= rounding_of(recipe, size, plain));
    }
  }
}

RC_GTEST_PROP(Certificate, TheReportedLassoCostIsThatOfTheReportedCode, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> codes = Coder<double>(model, options_for(*any_solver(), 1e-3)).lasso(X);
  for (Index j = 0; j < codes.n_signals(); ++j) {
    const double plain = plain_cost(model, X.col(j), codes.code(j), -1);
    RC_ASSERT(std::abs(codes.value(0, j) - plain) <= kRounding * (1 + plain));
    RC_ASSERT(codes.gap(0, j) >= 0);
  }
}

RC_GTEST_PROP(Certificate, ASmallerToleranceNeverGivesALargerCost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  Matrix<double> before;
  for (const double tolerance : {0.1, 1e-2, 1e-4, 1e-6}) {
    const Codes<double> codes = Coder<double>(model, options_for(solver, tolerance)).encode(X);
    for (Index e = 0; e < before.size(); ++e) {
      // Each hypothesis starts from the code of another, and FISTA is no descent method, so a rough
      // solution may be better by chance: the new cost may exceed the old one by at most the new
      // gap.
      const double slack = codes.gap.data()[e] + kRounding * (1 + before.data()[e]);
      RC_ASSERT(codes.value.data()[e] <= before.data()[e] + slack);
    }
    before = codes.value;
  }
}

RC_GTEST_PROP(Certificate, TheStatusSaysWhyASolverStopped, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  CodingOptions options = options_for(*any_solver(), *rc::gen::element(1e-3, 0.1, 1e-6, 1e-9));
  options.max_iterations = *rc::gen::element(1000, 1, 30);
  const Codes<double> codes = Coder<double>(model, options).encode(X);
  for (Index e = 0; e < codes.value.size(); ++e) {
    const CodingStatus status = codes.status.data()[e];
    // The status refers to the computed gap; the bounds add the rounding errors.
    const double allowed = options.tolerance * codes.value.data()[e];
    if (status == CodingStatus::kConverged) {
      RC_ASSERT(codes.gap.data()[e] <= allowed + kRounding * (1 + codes.value.data()[e]));
    } else {
      RC_ASSERT(codes.gap.data()[e] > allowed);
    }
    if (status == CodingStatus::kIterationLimit) {
      RC_ASSERT(codes.iterations.data()[e] >= options.max_iterations);
    }
  }
}

RC_GTEST_PROP(Certificate, FloatBoundsHoldTheOptimum, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const SupervisedDictionary<float> model_float = to_float(model);
  const Matrix<float> X_float = X.cast<float>();
  const double tolerance = *rc::gen::element(1e-2, 0.1, 1e-5);
  const Codes<float> codes =
      Coder<float>(model_float, options_for(*any_solver(), tolerance)).encode(X_float);
  RC_ASSERT(codes.gap.minCoeff() >= 0);
  RC_ASSERT(
      meet(interval_of(codes), exact_costs(to_double(model_float), X_float.cast<double>()), 0));
}

RC_GTEST_PROP(Certificate, ACertifiedPredictionIsThatOfTheExactOptimum, (Recipe recipe)) {
  recipe.m = 20;
  const auto [model, X, y] = make_problem(recipe);
  const double tolerance = *rc::gen::element(0.1, 0.5, 1e-2);
  const Prediction rough = predict<double>(model, X, options_for(*any_solver(), tolerance));
  const Prediction exact = predict<double>(model, X, options_for("cd", 1e-12));
  for (std::size_t j = 0; j < rough.label.size(); ++j) {
    if (rough.certified[j]) RC_ASSERT(rough.label[j] == exact.label[j]);
  }
}

}  // namespace
}  // namespace supdict::testing
