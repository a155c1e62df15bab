// SPDX-License-Identifier: BSD-3-Clause
// Atoms that depend on each other: copies, opposites, near copies, sums, zero atoms, and more atoms
// than features. The solver "path" finds their codes in a few steps.
#include <gtest/gtest.h>

#include <array>

#include "coding/problem.hpp"
#include "core/rng.hpp"
#include "supdict/coding.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

enum class Kind { kFree, kTwins, kOpposites, kNearTwins, kSums, kZeros, kSameInAll };

constexpr std::array kKinds = {Kind::kFree, Kind::kTwins, Kind::kOpposites, Kind::kNearTwins,
                               Kind::kSums, Kind::kZeros, Kind::kSameInAll};

struct Drawn {
  SupervisedDictionary<double> model;
  Matrix<double> X;
};

template <std::size_t kCount>
double one_of(const std::array<double, kCount>& values, core::Rng& rng) {
  return values[rng.below(kCount)];
}

/// Half of the atoms are made from earlier ones.
void make_dependent(Kind kind, SupervisedDictionary<double>& model, core::Rng& rng) {
  Matrix<double>& D = model.D;
  for (Index j = 2; j < D.cols(); ++j) {
    if (rng.uniform() < 0.5) continue;
    const Index other = rng.below(j);
    if (kind == Kind::kOpposites) D.col(j) = -D.col(other);
    if (kind == Kind::kZeros) D.col(j).setZero();
    if (kind == Kind::kSums) D.col(j) = D.col(other) + D.col(rng.below(j));
    if (kind == Kind::kTwins || kind == Kind::kNearTwins || kind == Kind::kSameInAll) {
      D.col(j) = D.col(other);
    }
    if (kind == Kind::kNearTwins) D(rng.below(D.rows()), j) += 1e-4 * rng.normal();
    if (kind == Kind::kSameInAll) model.W.row(j) = model.W.row(other);
    if (D.col(j).norm() > 1) D.col(j).normalize();
  }
}

Drawn draw(Kind kind, Index most_features, Index n_classes, std::uint64_t seed) {
  core::Rng rng{seed, static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(n_classes)};
  const double lambda0 = one_of(std::array{1.0, 20.0, 200.0, 2000.0}, rng);
  auto [model, X, y] = make_problem({.n = 1 + rng.below(most_features),
                                     .k = 3 + rng.below(25),
                                     .p = n_classes,
                                     .m = 6,
                                     .lambda0 = lambda0,
                                     .kappa = one_of(std::array{0.02, 0.1, 0.15, 0.4}, rng),
                                     .theta = one_of(std::array{0.1, 1.0, 10.0}, rng),
                                     .seed = seed});
  model.D.colwise().normalize();
  make_dependent(kind, model, rng);
  for (Index j = 3; j < X.cols(); ++j) X.col(j) = model.D.col(rng.below(model.n_atoms()));
  return {model, X};
}

template <class T>
Codes<T> codes_of(const Drawn& drawn, Index n_classes, double tolerance) {
  const CodingOptions options = options_for("path", tolerance);
  const Matrix<T> X = drawn.X.cast<T>();
  SupervisedDictionary<T> model =
      untrained<T>(drawn.model.D.cast<T>(), drawn.model.n_classes(), Decision::kLinear,
                   drawn.model.lambda0, drawn.model.lambda1);
  model.W = drawn.model.W.cast<T>();
  model.b = drawn.model.b.cast<T>();
  const Coder<T> coder(model, options, Context(1));
  return n_classes > 1 ? coder.encode(X) : coder.lasso(X);
}

/// Every code of many problems is found, in few steps on average.
template <class T>
void expect_found(Kind kind, Index n_classes, double tolerance) {
  constexpr int kProblems = 200;
  constexpr double kFewSteps = 40;
  double steps = 0;
  for (std::uint64_t seed = 1; seed <= kProblems; ++seed) {
    const Drawn drawn = draw(kind, seed % 2 == 0 ? 3 : 12, std::max<Index>(2, n_classes), seed);
    const CodingSummary summary = codes_of<T>(drawn, n_classes, tolerance).summary;
    EXPECT_EQ(summary.n_converged, summary.n_problems)
        << "kind " << static_cast<int>(kind) << ", " << n_classes << " classes, seed " << seed
        << ": " << summary.message();
    steps += summary.mean_iterations;
  }
  EXPECT_LT(steps / kProblems, kFewSteps) << static_cast<int>(kind) << ", " << n_classes;
}

TEST(DependentAtoms, CodesAreFoundInDouble) {
  for (const Kind kind : kKinds) {
    for (const Index n_classes : {1, 2, 3, 5}) expect_found<double>(kind, n_classes, 1e-6);
  }
}

TEST(DependentAtoms, CodesAreFoundInFloatAsTrainingWantsThem) {
  for (const Kind kind : kKinds) {
    for (const Index n_classes : {2, 3}) expect_found<float>(kind, n_classes, 1e-4);
  }
}

TEST(DependentAtoms, TheLassoOfAModelWithVeryManyClassesIsFoundToo) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Drawn drawn = draw(Kind::kNearTwins, 3, 80, seed);
    EXPECT_EQ(codes_of<float>(drawn, 1, 1e-6).summary.n_problems, drawn.X.cols());
  }
}

TEST(DependentAtoms, HypothesesDoNotDependOnThoseBefore) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Drawn drawn = draw(Kind::kTwins, 2, 5, seed);
    const Coder<double> coder(drawn.model, options_for("path", 1e-6), Context(1));
    const Codes<double> all = coder.encode(drawn.X);
    for (const int l : {0, 3}) {
      const Codes<double> one = coder.encode(drawn.X, std::array{l});
      for (Index j = 0; j < drawn.X.cols(); ++j) EXPECT_EQ(one.code(j), all.code(j, l)) << seed;
    }
  }
}

TEST(DependentAtoms, TheLassoHasMemoryForItsStepsWhateverTheNumberOfClasses) {
  for (const coding::Size p : {1, 2, 10, 64, 65, 1000}) {
    EXPECT_GE(coding::workspace_size(48, p), coding::workspace_size(48, 0)) << p;
  }
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Drawn drawn = draw(Kind::kTwins, 3, 70, seed);
    const Codes<double> codes =
        Coder<double>(drawn.model, options_for("path", 1e-6)).lasso(drawn.X);
    EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << seed;
  }
}

}  // namespace
}  // namespace supdict::testing
