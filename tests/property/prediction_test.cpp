// SPDX-License-Identifier: BSD-3-Clause
// Laws of prediction by costs, and of preprocessing.
#include "supdict/predict.hpp"

#include <cmath>

#include "supdict/preprocessing.hpp"
#include "support/expect.hpp"
#include "support/generators.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

Prediction predicted(const SupervisedDictionary<double>& model, const Matrix<double>& X) {
  return predict<double>(model, X, options_for("path", 1e-12));
}

RC_GTEST_PROP(Prediction, NamesTheClassOfTheSmallestCost, (const Recipe& recipe)) {
  const auto [model, X, y] = make_problem(recipe);
  const Prediction found = predicted(model, X);
  for (Index j = 0; j < recipe.m; ++j) {
    const int label = found.label[static_cast<std::size_t>(j)];
    RC_ASSERT(found.costs(label, j) == found.costs.col(j).minCoeff());
    Vector<double> p = (found.costs.col(j).minCoeff() - found.costs.col(j).array()).exp();
    p /= p.sum();
    RC_ASSERT((found.probabilities.col(j) - p).cwiseAbs().maxCoeff() <= kRounding);
  }
}

RC_GTEST_PROP(Prediction, SignsOfASignalAndItsDictionaryDoNotMatter, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  const Prediction plain = predicted(model, X);
  model.D = -model.D;
  if (recipe.decision == Decision::kBilinear) model.W = -model.W;
  const Prediction found = predicted(model, -X);
  RC_ASSERT(found.label == plain.label);
  RC_ASSERT(found.costs == plain.costs);
}

RC_GTEST_PROP(Prediction, ABiasInFavourOfAClassNeverCostsItSignals, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  const Prediction plain = predicted(model, X);
  model.b[0] += 2;
  const Prediction favoured = predicted(model, X);
  for (std::size_t j = 0; j < plain.label.size(); ++j) {
    if (plain.label[j] == 0 && plain.certified[j]) RC_ASSERT(favoured.label[j] == 0);
  }
}

RC_GTEST_PROP(Prediction, ClassesAlikeAreEquallyProbable, (const Recipe& recipe)) {
  auto [model, X, y] = make_problem(recipe);
  model.W.setZero();
  model.b.setZero();
  const Prediction found = predicted(model, X);
  const double share = 1 / static_cast<double>(recipe.p);
  // One of them is the label, which leads by a share of 1e-5.
  RC_ASSERT((found.probabilities.array() - share).abs().maxCoeff() <= 1e-5);
}

// Preprocessing.

struct Prepared {
  Matrix<double> X;
  PreprocessingOptions options;

  Matrix<double> applied() const { return applied_to(X); }
  Matrix<double> applied_to(const Matrix<double>& signals) const {
    return fit_preprocessing<double>(X, options).apply<double>(signals);
  }
};

Prepared any_preparation(const Recipe& recipe) {
  Prepared chosen{.X = 3 * random_matrix(recipe.n, 4 + recipe.m, recipe.seed), .options = {}};
  chosen.X.array() += 1.5;
  chosen.options.scaling =
      *rc::gen::element(Scaling::kNone, Scaling::kRange, Scaling::kStandardise, Scaling::kAuto);
  chosen.options.remove_mean = *rc::gen::arbitrary<bool>();
  chosen.options.unit_norm = *rc::gen::arbitrary<bool>();
  chosen.options.append_constant = *rc::gen::element<std::optional<double>>(std::nullopt, 0.0, 0.7);
  return chosen;
}

RC_GTEST_PROP(PreprocessingLaws, TreatsEverySignalByItself, (const Recipe& recipe)) {
  const Prepared chosen = any_preparation(recipe);
  const Matrix<double> whole = chosen.applied();
  RC_ASSERT(whole.allFinite());
  const Index j = *rc::gen::inRange<Index>(0, chosen.X.cols());
  RC_ASSERT(chosen.applied_to(chosen.X.col(j)) == whole.col(j));
  RC_ASSERT(chosen.applied_to(chosen.X.rowwise().reverse()) == whole.rowwise().reverse());
}

RC_GTEST_PROP(PreprocessingLaws, DoesNotDependOnTheOrderOfSignalsOrFeatures,
              (const Recipe& recipe)) {
  const Prepared chosen = any_preparation(recipe);
  Prepared other = chosen;
  other.X = chosen.X.rowwise().reverse().eval();
  RC_ASSERT((other.applied_to(chosen.X) - chosen.applied()).cwiseAbs().maxCoeff() <= 1e-10);
  other.X = chosen.X.colwise().reverse().eval();
  const Matrix<double> expected = chosen.applied();
  Matrix<double> found = other.applied();
  found.topRows(recipe.n) = found.topRows(recipe.n).colwise().reverse().eval();
  RC_ASSERT((found - expected).cwiseAbs().maxCoeff() <= 1e-10);
}

RC_GTEST_PROP(PreprocessingLaws, GivesUnitSignalsWhereAsked, (const Recipe& recipe)) {
  Prepared chosen = any_preparation(recipe);
  chosen.options.unit_norm = true;
  const Eigen::RowVectorXd lengths = chosen.applied().colwise().norm();
  for (const double length : lengths) RC_ASSERT(length == 0 || std::abs(length - 1) <= 1e-12);
}

RC_GTEST_PROP(PreprocessingLaws, StandardisedFeaturesDoNotKnowTheirUnits, (const Recipe& recipe)) {
  Prepared chosen = any_preparation(recipe);
  chosen.options.scaling = Scaling::kStandardise;
  Prepared other = chosen;
  const Vector<double> units = random_matrix(recipe.n, 1, recipe.seed + 3).cwiseAbs().array() + 0.1;
  const Vector<double> offsets = random_matrix(recipe.n, 1, recipe.seed + 4);
  other.X = (units.asDiagonal() * chosen.X).colwise() + offsets;
  RC_ASSERT((other.applied() - chosen.applied()).cwiseAbs().maxCoeff() <= 1e-8);
}

RC_GTEST_PROP(PreprocessingLaws, ASecondTimeStandardisingChangesNothing, (const Recipe& recipe)) {
  Prepared chosen = any_preparation(recipe);
  chosen.options = {};
  chosen.options.scaling = Scaling::kStandardise;
  chosen.options.unit_norm = false;
  chosen.options.append_constant = 0;
  const Matrix<double> once = chosen.applied();
  chosen.X = once;
  RC_ASSERT((chosen.applied() - once).cwiseAbs().maxCoeff() <= 1e-10);
}

}  // namespace
}  // namespace supdict::testing
