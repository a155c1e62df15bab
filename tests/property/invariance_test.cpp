// SPDX-License-Identifier: BSD-3-Clause
// Changes that must not matter: the solver, the order of atoms and classes, copies of atoms, the
// precision.
#include <Eigen/SVD>

#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

constexpr double kTolerance = 1e-11;

bool same_costs(const Codes<double>& a, const Codes<double>& b) {
  return meet(interval_of(a), interval_of(b), kRounding);
}

Codes<double> encode(const SupervisedDictionary<double>& model, const Matrix<double>& X,
                     const std::string& solver) {
  return Coder<double>(model, options_for(solver, kTolerance)).encode(X);
}

/// Atom order[i] of `model` becomes atom i; order may repeat atoms.
SupervisedDictionary<double> with_atoms(const SupervisedDictionary<double>& model,
                                        const std::vector<Index>& order) {
  const Index k = model.n_atoms();
  const Index k_new = std::ssize(order);
  const bool linear = model.decision == Decision::kLinear;
  SupervisedDictionary<double> result = model;
  result.D.resize(model.n_features(), k_new);
  result.W.resize(linear ? k_new : model.n_features(),
                  linear ? model.n_classes() : k_new * model.n_classes());
  for (Index i = 0; i < k_new; ++i) {
    const Index from = order[i];
    result.D.col(i) = model.D.col(from);
    if (linear) result.W.row(i) = model.W.row(from);
    for (Index l = 0; !linear && l < model.n_classes(); ++l) {
      result.W.col(l * k_new + i) = model.W.col(l * k + from);
    }
  }
  return result;
}

RC_GTEST_PROP(Invariance, AllSolversFindTheSameCosts, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Codes<double> reference = encode(model, X, "cd");
  const Codes<double> lasso = Coder<double>(model, options_for("cd", kTolerance)).lasso(X);
  for (const std::string& solver : every_solver()) {
    RC_ASSERT(same_costs(encode(model, X, solver), reference));
    const Coder<double> coder(model, options_for(solver, kTolerance));
    RC_ASSERT(same_costs(coder.lasso(X), lasso));
  }
}

RC_GTEST_PROP(Invariance, PermutedAtomsGivePermutedCodes, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::vector<Index> order = any_permutation(recipe.k);
  const std::string solver = *any_solver();
  const Codes<double> before = encode(model, X, solver);
  const Codes<double> after = encode(with_atoms(model, order), X, solver);
  RC_ASSERT(same_costs(after, before));
  Matrix<double> restored(recipe.k, after.Alpha.cols());
  for (Index i = 0; i < recipe.k; ++i) {
    restored.row(order[i]) = after.Alpha.row(i);
  }
  // lambda0 ||D (alpha - alpha*)||^2 <= gap: the reconstructions are unique, and so are the codes
  // if the atoms are independent.
  const bool independent = recipe.k <= recipe.n;
  const double least = Eigen::JacobiSVD<Matrix<double>>(model.D).singularValues().tail(1).value();
  for (Index e = 0; e < restored.cols(); ++e) {
    const double allowed = std::sqrt(before.gap.data()[e] / model.lambda0) +
                           std::sqrt(after.gap.data()[e] / model.lambda0) + kSameCode;
    const Vector<double> difference = restored.col(e) - before.Alpha.col(e);
    RC_ASSERT((model.D * difference).norm() <= allowed);
    if (independent) RC_ASSERT(least * difference.norm() <= allowed);
  }
}

RC_GTEST_PROP(Invariance, PermutedClassesGivePermutedCosts, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::vector<Index> order = any_permutation(recipe.p);
  const Index width = recipe.decision == Decision::kLinear ? 1 : recipe.k;
  SupervisedDictionary<double> permuted = model;
  for (Index l = 0; l < recipe.p; ++l) {
    const Index from = order[l];
    permuted.W.middleCols(l * width, width) = model.W.middleCols(from * width, width);
    permuted.b[l] = model.b[from];
  }
  const std::string solver = *any_solver();
  const Interval before = interval_of(encode(model, X, solver));
  const Interval after = interval_of(encode(permuted, X, solver));
  for (Index l = 0; l < recipe.p; ++l) {
    const Index from = order[l];
    RC_ASSERT(meet({after.low.row(l), after.high.row(l)},
                   {before.low.row(from), before.high.row(from)}, kRounding));
  }
}

RC_GTEST_PROP(Invariance, CopiesOfAtomsChangeNoCost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  std::vector<Index> order = any_permutation(recipe.k);
  order.push_back(*rc::gen::inRange<Index>(0, recipe.k));
  order.push_back(*rc::gen::inRange<Index>(0, recipe.k));
  const std::string solver = *any_solver();
  RC_ASSERT(same_costs(encode(with_atoms(model, order), X, solver), encode(model, X, solver)));
}

RC_GTEST_PROP(Invariance, WithoutWSupervisedCodingIsTheLassoPlusAConstant, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  model.W.setZero();
  const Coder<double> coder(model, options_for(*any_solver(), kTolerance));
  const Interval supervised = interval_of(coder.encode(X));
  const Interval lasso = interval_of(coder.lasso(X));
  for (Index l = 0; l < recipe.p; ++l) {
    const double constant = std::log((model.b.array() - model.b[l]).exp().sum());
    const Interval expected = {(model.lambda0 * lasso.low).array() + constant,
                               (model.lambda0 * lasso.high).array() + constant};
    RC_ASSERT(meet({supervised.low.row(l), supervised.high.row(l)}, expected,
                   kRounding * (1 + model.lambda0)));
  }
}

RC_GTEST_PROP(Invariance, ALassoCoderAgreesWithASupervisedOne, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const CodingOptions options = options_for(*any_solver(), kTolerance);
  const Coder<double> alone(model.D, model.lambda1 / model.lambda0, options);
  RC_ASSERT(same_costs(alone.lasso(X), Coder<double>(model, options).lasso(X)));
}

RC_GTEST_PROP(Invariance, ASubsetOfHypothesesHasTheSameCosts, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Coder<double> coder(model, options_for(*any_solver(), kTolerance));
  const Interval all = interval_of(coder.encode(X));
  const int last = static_cast<int>(recipe.p) - 1;
  const std::vector<int> subset = {last, *rc::gen::inRange(0, last + 1), last};
  const Codes<double> codes = coder.encode(X, subset);
  const Interval some = interval_of(codes);
  RC_ASSERT(codes.hypotheses == subset);
  for (Index i = 0; i < 3; ++i) {
    const int l = subset[i];
    RC_ASSERT(
        meet({some.low.row(i), some.high.row(i)}, {all.low.row(l), all.high.row(l)}, kRounding));
  }
}

RC_GTEST_PROP(Invariance, FloatAgreesWithDouble, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const std::string solver = *any_solver();
  const CodingOptions options = options_for(solver, kExactFloat);
  const Matrix<float> X_float = X.cast<float>();
  const Coder<float> coder(to_float(model), options);
  RC_ASSERT(meet(interval_of(coder.encode(X_float)), interval_of(encode(model, X, solver)),
                 kRoundingFloat * (1 + recipe.lambda0)));
}

}  // namespace
}  // namespace supdict::testing
