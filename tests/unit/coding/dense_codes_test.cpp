// SPDX-License-Identifier: BSD-3-Clause
// Codes with hundreds of non-zeros, for which the solver "path" uses a working set: they must be as
// exact as small ones.
#include <gtest/gtest.h>

#include <atomic>

#include "core/rng.hpp"
#include "supdict/coding.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

/// Sums of a few bumps and some noise: atoms are similar, as in images.
Matrix<double> smooth_signals(Index n, Index count, core::Rng& rng) {
  Matrix<double> X(n, count);
  const auto places = Vector<double>::LinSpaced(n, 0.0, 1.0);
  for (Index j = 0; j < count; ++j) {
    for (Index i = 0; i < n; ++i) X(i, j) = 0.3 * rng.normal();
    for (int bump = 0; bump < 6; ++bump) {
      const double centre = rng.uniform();
      const double height = 2 * rng.uniform();
      X.col(j).array() += height * (-400 * (places.array() - centre).square()).exp();
    }
  }
  X.colwise().normalize();
  return X;
}

struct Drawn {
  SupervisedDictionary<double> model;
  Matrix<double> X;
};

Drawn draw(Index n, Index k, Index n_classes, double kappa, Index m = 3) {
  core::Rng rng{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(k)};
  constexpr double kLambda0 = 50;
  Drawn drawn;
  drawn.model = untrained<double>(smooth_signals(n, k, rng), n_classes, Decision::kLinear, kLambda0,
                                  kLambda0 * kappa);
  for (Index i = 0; i < drawn.model.W.size(); ++i) drawn.model.W.data()[i] = 3 * rng.normal();
  drawn.X = smooth_signals(n, m, rng);
  // Numbers that float has too, so that the problem is the same in both types.
  drawn.model.D = drawn.model.D.cast<float>().cast<double>();
  drawn.model.W = drawn.model.W.cast<float>().cast<double>();
  drawn.X = drawn.X.cast<float>().cast<double>();
  return drawn;
}

template <class T>
Codes<T> codes_of(const Drawn& drawn, bool supervised, double tolerance = 1e-6,
                  const std::string& way = "path") {
  SupervisedDictionary<T> model =
      untrained<T>(drawn.model.D.cast<T>(), drawn.model.n_classes(), Decision::kLinear,
                   drawn.model.lambda0, drawn.model.lambda1);
  model.W = drawn.model.W.cast<T>();
  const Coder<T> coder(model, options_for(way, tolerance), Context(1));
  const Matrix<T> X = drawn.X.cast<T>();
  return supervised ? coder.encode(X) : coder.lasso(X);
}

/// All converged, with many non-zeros, and in few steps each.
template <class T>
void expect_dense_and_exact(const Codes<T>& codes, Index nonzeros) {
  EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
  EXPECT_GT(codes.summary.mean_nonzeros, static_cast<double>(nonzeros));
  EXPECT_LT(codes.summary.mean_iterations, 8 * codes.summary.mean_nonzeros);
  EXPECT_TRUE((codes.lower.array() <= codes.upper.array()).all());
}

/// The optima found in float agree with those in double.
void expect_same_optima(const Codes<float>& coarse, const Codes<double>& fine) {
  for (Index e = 0; e < fine.value.size(); ++e) {
    EXPECT_LE(coarse.lower.data()[e], fine.upper.data()[e]) << e;
    EXPECT_GE(coarse.upper.data()[e], fine.lower.data()[e]) << e;
    EXPECT_NEAR(coarse.value.data()[e], fine.value.data()[e], 2e-5 * fine.value.data()[e]) << e;
  }
}

struct Case {
  Index n;
  Index k;
  double kappa;
  Index nonzeros;  ///< at least
};

// Around the limits of 128 and 64 atoms of the path over all atoms, and far beyond.
constexpr Case kCases[] = {
    {.n = 200, .k = 160, .kappa = 1e-3, .nonzeros = 120},
    {.n = 200, .k = 300, .kappa = 1e-3, .nonzeros = 130},
    {.n = 160, .k = 700, .kappa = 1e-2, .nonzeros = 70},
    {.n = 300, .k = 640, .kappa = 1e-3, .nonzeros = 200},
};

class DenseCodes : public ::testing::TestWithParam<Case> {};

TEST_P(DenseCodes, OfTheLassoAreExact) {
  const auto [n, k, kappa, nonzeros] = GetParam();
  const Drawn drawn = draw(n, k, 2, kappa);
  const Codes<double> fine = codes_of<double>(drawn, false, 1e-9);
  expect_dense_and_exact(fine, nonzeros);
  const Codes<float> coarse = codes_of<float>(drawn, false);
  expect_dense_and_exact(coarse, nonzeros);
  const Codes<double> rounded = codes_of<double>(drawn, false);
  expect_same_optima(coarse, rounded);
  const Codes<double> free = codes_of<double>(drawn, false, 1e-6, "path_without_gram");
  EXPECT_EQ(free.summary.n_converged, free.summary.n_problems) << free.summary.message();
  expect_same_optima(coarse, free);
}

TEST_P(DenseCodes, OfTwoClassesAreExact) {
  const auto [n, k, kappa, nonzeros] = GetParam();
  const Drawn drawn = draw(n, k, 2, kappa);
  expect_dense_and_exact(codes_of<double>(drawn, true, 1e-8), nonzeros);
  expect_dense_and_exact(codes_of<float>(drawn, true), nonzeros);
}

TEST_P(DenseCodes, OfManyClassesAreExact) {
  const auto [n, k, kappa, nonzeros] = GetParam();
  const Drawn drawn = draw(n, k, 5, kappa, 2);
  expect_dense_and_exact(codes_of<double>(drawn, true, 1e-8), nonzeros);
  expect_dense_and_exact(codes_of<float>(drawn, true), nonzeros);
}

INSTANTIATE_TEST_SUITE_P(Sizes, DenseCodes, ::testing::ValuesIn(kCases), [](const auto& one) {
  return "n" + std::to_string(one.param.n) + "k" + std::to_string(one.param.k);
});

/// Neither the other signals nor its position among them change a bit of a signal's code.
TEST(DenseCodes, DependOnTheirSignalOnly) {
  const Drawn drawn = draw(200, 300, 2, 1e-3, 40);
  const Coder<double> coder(drawn.model.D, 1e-3, options_for("path", 1e-6), Context(2));
  const Codes<double> all = coder.lasso(drawn.X);
  for (const Index j : {0, 1, 17, 39}) {
    const Codes<double> alone = coder.lasso(drawn.X.col(j));
    EXPECT_TRUE(alone.code(0) == all.code(j)) << j;
  }
}

/// Atoms that repeat others or are sums of them enter and leave the working set too.
TEST(DenseCodes, TakeDependentAtoms) {
  Drawn drawn = draw(200, 320, 2, 1e-3);
  for (Index j = 40; j < 320; j += 4) {
    drawn.model.D.col(j) = drawn.model.D.col(j - 40);
    drawn.model.D.col(j + 1) = -drawn.model.D.col(j - 39);
    drawn.model.D.col(j + 2) = drawn.model.D.col(j - 30) + 0.5 * drawn.model.D.col(j - 20);
    drawn.model.D.col(j + 2).normalize();
  }
  for (const bool supervised : {false, true}) {
    for (const std::string way : {"path", "path_without_gram"}) {
      const Codes<double> codes = codes_of<double>(drawn, supervised, 1e-6, way);
      EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
    }
  }
}

/// Atoms that are alike to the signal and unlike to the classes: none of them can stand for the
/// other.
TEST(DenseCodes, OfManyClassesTakeRepeatedAtoms) {
  for (const double kappa : {3e-2, 3e-3}) {
    Drawn drawn = draw(100, 600, 4, kappa);
    drawn.model.D = random_matrix(100, 600, 1).colwise().normalized();
    drawn.model.D.rightCols(300) = drawn.model.D.leftCols(300);
    drawn.X = random_matrix(100, 3, 2).colwise().normalized();
    const Codes<double> fine = codes_of<double>(drawn, true);
    EXPECT_EQ(fine.summary.n_converged, fine.summary.n_problems) << fine.summary.message();
    const Codes<float> coarse = codes_of<float>(drawn, true);
    EXPECT_EQ(coarse.summary.n_converged, coarse.summary.n_problems) << coarse.summary.message();
  }
}

/// As many active atoms as features, each of them twice in the dictionary: a walk goes astray
/// there.
TEST(DenseCodes, OfTheLassoTakeRepeatedAtoms) {
  Drawn drawn = draw(100, 600, 2, 1e-3);
  drawn.model.D = random_matrix(100, 600, 1).colwise().normalized();
  drawn.model.D.rightCols(300) = drawn.model.D.leftCols(300);
  drawn.X = random_matrix(100, 60, 2).colwise().normalized();
  for (const double kappa : {3e-3, 1e-3, 3e-4}) {
    drawn.model.lambda1 = kappa * drawn.model.lambda0;
    const Codes<double> codes = codes_of<double>(drawn, false);
    EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
    EXPECT_LT(codes.iterations.maxCoeff(), 8000);
    EXPECT_TRUE(codes_of<double>(drawn, false).Alpha == codes.Alpha);
  }
}

/// A dense code takes long: whoever wants to stop is asked all along.
TEST(DenseCodes, AskForTheEndAllAlong) {
  const Drawn drawn = draw(300, 640, 2, 1e-3, 1);
  for (const bool supervised : {false, true}) {
    std::atomic<int> asked = 0;
    const Context context(1, [&] { return ++asked < 0; });
    const Coder<double> coder(drawn.model, options_for("path", 1e-6), context);
    const Codes<double> codes = supervised ? coder.encode(drawn.X) : coder.lasso(drawn.X);
    EXPECT_GT(4 * asked, codes.iterations.sum());
  }
}

}  // namespace
}  // namespace supdict::testing
