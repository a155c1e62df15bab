// SPDX-License-Identifier: BSD-3-Clause
// Laws of the training objective, of its gradients and of the rule for gamma.
#include "supdict/objective.hpp"

#include <algorithm>
#include <cmath>

#include "support/expect.hpp"
#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

struct Evaluated {
  LabelledProblem<double> problem;
  ObjectiveOptions options;
  std::vector<double> weights;

  ObjectiveResult<double> result() const {
    const Codes<double> codes =
        Coder<double>(problem.model, options_for("path", kExact)).encode(problem.X);
    return objective<double>(problem.model, problem.X, codes, problem.y, weights, options);
  }
};

Evaluated any_evaluation(const Recipe& recipe) {
  Evaluated chosen{.problem = make_problem(recipe),
                   .options = {.mu = *rc::gen::element(0.0, 0.4, 1.0),
                               .lambda2 = *rc::gen::element(0.0, 0.02, 3.0)},
                   .weights = {}};
  for (Index j = 0; j < recipe.m; ++j) {
    chosen.weights.push_back(*rc::gen::element(1.0, 0.0, 0.3, 4.0));
  }
  return chosen;
}

bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance * (1 + std::abs(b));
}

bool near(const Matrix<double>& a, const Matrix<double>& b, double tolerance) {
  return (a - b).norm() <= tolerance * (1 + b.norm());
}

RC_GTEST_PROP(Objective, IsALinearFunctionOfTheWeights, (const Recipe& recipe)) {
  Evaluated chosen = any_evaluation(recipe);
  const auto whole = chosen.result();
  const std::vector<double> weights = chosen.weights;
  double value = 0;
  Matrix<double> gradient = Matrix<double>::Zero(recipe.n, recipe.k);
  chosen.options.lambda2 = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    chosen.weights.assign(weights.size(), 0.0);
    chosen.weights[j] = 1;
    const auto one = chosen.result();
    value += weights[j] * one.value;
    gradient += weights[j] * one.gradient.D;
  }
  chosen.weights.assign(weights.size(), 0.0);
  RC_ASSERT(chosen.result().value == 0);
  const auto& model = chosen.problem.model;
  const auto regulariser = model.W.squaredNorm() + model.b.squaredNorm();
  chosen.options.lambda2 = 1;
  RC_ASSERT(near(chosen.result().value, regulariser, kRounding));
  RC_ASSERT(near(whole.gradient.D, gradient, 1e-9));
}

RC_GTEST_PROP(Objective, HasGradientsThatSumToZeroOverTheClasses, (const Recipe& recipe)) {
  // A constant added to all decision functions changes nothing.
  Evaluated chosen = any_evaluation(recipe);
  chosen.options.lambda2 = 0;
  const auto gradient = chosen.result().gradient;
  RC_ASSERT(std::abs(gradient.b.sum()) <= 1e-12 * (1 + gradient.b.norm()));
  const Index width = recipe.decision == Decision::kLinear ? 1 : recipe.k;
  Matrix<double> sum = Matrix<double>::Zero(gradient.W.rows(), width);
  for (Index l = 0; l < recipe.p; ++l) sum += gradient.W.middleCols(l * width, width);
  RC_ASSERT(sum.norm() <= 1e-12 * (1 + gradient.W.norm()));
}

RC_GTEST_PROP(Objective, InAnotherUnitHasTheSameValueAndScaledGradients, (const Recipe& recipe)) {
  Evaluated chosen = any_evaluation(recipe);
  chosen.options.lambda2 = 0;
  const auto plain = chosen.result();
  const double unit = *rc::gen::element(0x1p-3, 7.0);
  const double of_theta = recipe.decision == Decision::kLinear ? unit : unit * unit;
  chosen.problem.X *= unit;
  chosen.problem.model.lambda0 /= unit * unit;
  chosen.problem.model.lambda1 /= unit;
  chosen.problem.model.W /= of_theta;
  const auto scaled = chosen.result();
  RC_ASSERT(near(scaled.value, plain.value, 1e-10));
  // Codes are unique where they count, up to the square root of the gap.
  RC_ASSERT(near(scaled.gradient.D, plain.gradient.D, 1e-4 * (1 + recipe.lambda0)));
  RC_ASSERT(near(scaled.gradient.W / of_theta, plain.gradient.W, 1e-4));
  RC_ASSERT(near(scaled.gradient.b, plain.gradient.b, 1e-4));
}

RC_GTEST_PROP(Objective, LiesBetweenItsTwoTerms, (const Recipe& recipe)) {
  Evaluated chosen = any_evaluation(recipe);
  std::vector<double> at;
  for (const double mu : {0.0, 0.25, 1.0}) {
    chosen.options.mu = mu;
    at.push_back(chosen.result().value);
  }
  RC_ASSERT(near(at[1], 0.75 * at[0] + 0.25 * at[2], kRounding));
}

RC_GTEST_PROP(Objective, DiscriminativeTermCannotExceedThatOfClassesAlike, (Recipe recipe)) {
  // theta = 0: every class costs the same, and each signal log p.
  recipe.theta = 0;
  Evaluated chosen = any_evaluation(recipe);
  chosen.problem.model.b.setZero();
  chosen.options = {.mu = 1, .lambda2 = 0};
  chosen.weights.clear();
  const double expected = static_cast<double>(recipe.m) * std::log(static_cast<double>(recipe.p));
  RC_ASSERT(near(chosen.result().value, expected, 1e-9 * (1 + recipe.lambda0)));
}

struct Costs {
  Matrix<double> costs;
  std::vector<int> y;
  std::vector<double> weights;

  double gamma() const { return fit_gamma(costs, y, weights).gamma; }
};

/// Costs that favour the right class, but not always.
Costs any_costs(const Recipe& recipe) {
  const Index m = 5 + 4 * recipe.m;
  Costs chosen{.costs = random_matrix(recipe.p, m, recipe.seed), .y = {}, .weights = {}};
  for (Index j = 0; j < m; ++j) {
    chosen.y.push_back(static_cast<int>((recipe.seed + static_cast<std::uint64_t>(j) * 7) %
                                        static_cast<std::uint64_t>(recipe.p)));
    chosen.costs(chosen.y.back(), j) -= 0.5;
    chosen.weights.push_back(*rc::gen::element(1.0, 2.0, 0.5));
  }
  return chosen;
}

RC_GTEST_PROP(Gamma, DependsOnDifferencesInsideASignalAlone, (const Recipe& recipe)) {
  Costs chosen = any_costs(recipe);
  const double before = chosen.gamma();
  for (Index j = 0; j < chosen.costs.cols(); ++j) {
    chosen.costs.col(j).array() += 20.0 * static_cast<double>(j % 5);
  }
  RC_ASSERT(near(chosen.gamma(), before, 1e-9));
}

RC_GTEST_PROP(Gamma, DoesNotDependOnTheScaleOfTheWeightsOrTheOrderOfSignals,
              (const Recipe& recipe)) {
  const Costs chosen = any_costs(recipe);
  Costs other = chosen;
  for (double& weight : other.weights) weight *= 1e6;
  RC_ASSERT(near(other.gamma(), chosen.gamma(), 1e-9));
  other.costs = chosen.costs.rowwise().reverse().eval();
  std::reverse(other.y.begin(), other.y.end());
  std::reverse(other.weights.begin(), other.weights.end());
  RC_ASSERT(near(other.gamma(), chosen.gamma(), 1e-9));
}

RC_GTEST_PROP(Gamma, DoesNotDependOnTheNumbersOfTheClasses, (const Recipe& recipe)) {
  const Costs chosen = any_costs(recipe);
  Costs other = chosen;
  other.costs = chosen.costs.colwise().reverse().eval();
  for (int& label : other.y) label = static_cast<int>(recipe.p) - 1 - label;
  RC_ASSERT(near(other.gamma(), chosen.gamma(), 1e-9));
}

RC_GTEST_PROP(Gamma, TakesAWeightOfTwoForTheSignalTwice, (const Recipe& recipe)) {
  Costs chosen = any_costs(recipe);
  Costs twice = chosen;
  const Index m = chosen.costs.cols();
  twice.costs.conservativeResize(Eigen::NoChange, m + 1);
  twice.costs.col(m) = chosen.costs.col(2);
  twice.y.push_back(chosen.y[2]);
  twice.weights.push_back(chosen.weights[2]);
  chosen.weights[2] *= 2;
  RC_ASSERT(near(chosen.gamma(), twice.gamma(), 1e-9));
}

}  // namespace
}  // namespace supdict::testing
