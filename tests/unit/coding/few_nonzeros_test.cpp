// SPDX-License-Identifier: BSD-3-Clause
// Codes with a limit of non-zeros: orthogonal matching pursuit, and the lasso path up to s atoms.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>

#include "supdict/dictionary.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr double kAnyKappa = 1e-6;  ///< so small that the limit ends the path

CodingOptions limited(const std::string& solver, int most, GramMatrix gram = GramMatrix::kAuto) {
  return {.solver = solver, .tolerance = 1e-7, .gram = gram, .max_nonzeros = most};
}

Matrix<double> unit_columns(Index n, Index k, int seed) {
  // Numbers that float has too, so that the problem is the same in both types.
  return random_matrix(n, k, seed).colwise().normalized().cast<float>().cast<double>();
}

/// The textbook: a QR decomposition per step.
Vector<double> plain_pursuit(const Matrix<double>& D, const Vector<double>& x, Index most) {
  Vector<double> code = Vector<double>::Zero(D.cols());
  std::vector<Index> chosen;
  Vector<double> r = x;
  while (std::ssize(chosen) < most) {
    Index best = 0;
    (D.transpose() * r).cwiseAbs().maxCoeff(&best);
    if (std::count(chosen.begin(), chosen.end(), best) > 0) break;
    chosen.push_back(best);
    const Matrix<double> part = D(Eigen::all, chosen);
    const Vector<double> found = part.householderQr().solve(x);
    code.setZero();
    for (std::size_t i = 0; i < chosen.size(); ++i) code[chosen[i]] = found[i];
    r = x - D * code;
  }
  return code;
}

Index n_nonzeros(const auto& code) {
  return (code.array() != 0).count();
}

/// What the certificate says of every code, against sums in double.
template <class T>
void expect_true_certificates(const Matrix<double>& D, const Matrix<double>& X,
                              const Codes<T>& codes, double kappa_of_value) {
  for (Index j = 0; j < X.cols(); ++j) {
    const Vector<double> code = codes.code(j).template cast<double>();
    const Vector<double> r = X.col(j) - D * code;
    const double kappa = kappa_of_value * codes.level(0, j);
    const double value = r.squaredNorm() + kappa * code.template lpNorm<1>();
    const double size = X.col(j).squaredNorm();
    EXPECT_NEAR(codes.value(0, j), value, 1e-12 * size);
    EXPECT_GE(codes.upper(0, j), value - 1e-15 * size);
    EXPECT_LE(codes.upper(0, j), value + 1e-11 * size);
    EXPECT_LE(codes.lower(0, j), codes.upper(0, j));
  }
}

class Pursuit : public ::testing::TestWithParam<GramMatrix> {
 protected:
  template <class T>
  void expect_the_textbook(const Matrix<double>& D, const Matrix<double>& X, int most,
                           double error) {
    const Coder<T> coder(D.cast<T>(), 0, limited("omp", most, GetParam()), Context(1));
    const Codes<T> codes = coder.lasso(X.cast<T>());
    EXPECT_EQ(codes.summary.n_converged, X.cols());
    for (Index j = 0; j < X.cols(); ++j) {
      const Vector<double> expected = plain_pursuit(D, X.col(j), most);
      const Vector<double> code = codes.code(j).template cast<double>();
      EXPECT_LE((code - expected).cwiseAbs().maxCoeff(),
                error * (1 + expected.cwiseAbs().maxCoeff()))
          << "signal " << j;
      EXPECT_EQ(n_nonzeros(code), n_nonzeros(expected));
      const double level = 2 * (D.transpose() * (X.col(j) - D * code)).cwiseAbs().maxCoeff();
      EXPECT_GE(codes.level(0, j), level);
      EXPECT_LE(codes.level(0, j), level + 4 * error);
    }
    expect_true_certificates(D, X, codes, 0);
    EXPECT_TRUE((codes.lower.array() == 0).all());
  }
};

TEST_P(Pursuit, IsThatOfTheTextbook) {
  for (const auto& [n, k, most] :
       {std::tuple<Index, Index, int>{20, 60, 5}, {60, 20, 7}, {80, 200, 25}, {5, 3, 1}}) {
    const Matrix<double> D = unit_columns(n, k, 1);
    const Matrix<double> X = unit_columns(n, 70, 2);
    expect_the_textbook<double>(D, X, most, 1e-12);
    expect_the_textbook<float>(D, X, most, 2e-6);
  }
}

/// Atoms of any length, as they are given.
TEST_P(Pursuit, TakesAtomsOfAnyLength) {
  const Matrix<double> D =
      (unit_columns(20, 40, 3) * Vector<double>::LinSpaced(40, 0.1, 4.0).asDiagonal())
          .cast<float>()
          .cast<double>();
  const Matrix<double> X = unit_columns(20, 9, 4);
  expect_the_textbook<double>(D, X, 6, 1e-11);
  expect_the_textbook<float>(D, X, 6, 3e-6);
}

/// More atoms than are independent: the residual is 0 before.
TEST_P(Pursuit, EndsWhereTheResidualIsZero) {
  for (const auto& [n, k] : {std::pair<Index, Index>{12, 40}, {30, 12}}) {
    const Matrix<double> D = unit_columns(n, k, 5);
    // In the span of the atoms.
    const Matrix<double> X = D * unit_columns(k, 20, 6);
    for (const int most : {12, 13, 1000}) {
      const Coder<double> coder(D, 0, limited("omp", most, GetParam()), Context(1));
      const Codes<double> codes = coder.lasso(X);
      EXPECT_EQ(codes.summary.n_converged, 20);
      EXPECT_LE(codes.value.maxCoeff(), 1e-18);
      EXPECT_LE(codes.level.maxCoeff(), 1e-8);
      for (Index j = 0; j < 20; ++j) EXPECT_LE(n_nonzeros(codes.code(j)), 12);
    }
    const Coder<float> narrow(D.cast<float>(), 0, limited("omp", 12, GetParam()), Context(1));
    const Codes<float> codes = narrow.lasso(X.cast<float>());
    EXPECT_LE(codes.value.maxCoeff(), 1e-8);
  }
}

TEST_P(Pursuit, ChoosesARepeatedAtomOnce) {
  Matrix<double> D = unit_columns(15, 40, 7);
  D.rightCols(20) = D.leftCols(20);
  D.col(39).setZero();
  const Matrix<double> X = unit_columns(15, 30, 8);
  const Matrix<double> single = D.leftCols(20);
  for (const int most : {3, 15, 40}) {
    const CodingOptions options = limited("omp", most, GetParam());
    const Codes<double> codes = Coder<double>(D, 0, options, Context(1)).lasso(X);
    const Codes<double> alone = Coder<double>(single, 0, options, Context(1)).lasso(X);
    EXPECT_LE((codes.Alpha.topRows(20) - alone.Alpha).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_EQ(n_nonzeros(codes.Alpha.bottomRows(20)), 0);
  }
}

TEST_P(Pursuit, OfAZeroSignalIsZero) {
  const Matrix<float> D = unit_columns(10, 30, 9).cast<float>();
  const Codes<float> codes =
      Coder<float>(D, 0, limited("omp", 4, GetParam())).lasso(Matrix<float>::Zero(10, 3));
  EXPECT_EQ(n_nonzeros(codes.Alpha), 0);
  EXPECT_TRUE((codes.upper.array() == 0).all());
  EXPECT_EQ(codes.summary.n_converged, 3);
}

/// No atom is chosen whose correlation is not above kappa, and none is left that is.
TEST_P(Pursuit, EndsAtKappa) {
  const Matrix<double> D = unit_columns(30, 80, 10);
  const Matrix<double> X = unit_columns(30, 40, 11);
  constexpr double kKappa = 0.4;
  const Coder<double> coder(D, kKappa, {.solver = "omp", .gram = GetParam()}, Context(1));
  const Codes<double> codes = coder.lasso(X);
  for (Index j = 0; j < 40; ++j) {
    EXPECT_LE(codes.level(0, j), kKappa * (1 + 1e-12));
    const Index count = n_nonzeros(codes.code(j));
    const Vector<double> before = plain_pursuit(D, X.col(j), count - 1);
    EXPECT_GT(2 * (D.transpose() * (X.col(j) - D * before)).cwiseAbs().maxCoeff(), kKappa);
  }
}

TEST_P(Pursuit, IsTheSameAloneAndAmongOthersOnAnyThreads) {
  const Matrix<float> D = unit_columns(25, 90, 12).cast<float>();
  const Matrix<float> X = unit_columns(25, 150, 13).cast<float>();
  const CodingOptions options = limited("omp", 12, GetParam());
  const Codes<float> one = Coder<float>(D, 0, options, Context(1)).lasso(X);
  const Coder<float> coder(D, 0, options, Context(3));
  EXPECT_TRUE(same_bits(coder.lasso(X).Alpha, one.Alpha));
  EXPECT_TRUE(same_bits(to_dense(coder.sparse_lasso(X).Alpha), one.Alpha));
  for (const Index j : {0, 70, 149}) {
    EXPECT_TRUE(same_bits(coder.lasso(X.col(j)).Alpha, one.code(j)));
  }
}

INSTANTIATE_TEST_SUITE_P(Gram, Pursuit, ::testing::Values(GramMatrix::kWhole, GramMatrix::kNone),
                         [](const auto& way) { return to_string(way.param); });

struct Limit {
  Index n;
  Index k;
  int most;
};

class LimitedPath : public ::testing::TestWithParam<Limit> {
 protected:
  template <class T>
  void check(double error) {
    const auto [n, k, most] = GetParam();
    const Matrix<double> D = unit_columns(n, k, 14);
    const Matrix<double> X = unit_columns(n, 20, 15);
    const Coder<T> coder(D.cast<T>(), kAnyKappa, limited("path", most), Context(1));
    const Codes<T> codes = coder.lasso(X.cast<T>());
    EXPECT_EQ(codes.summary.n_converged, 20) << codes.summary.message();
    for (Index j = 0; j < 20; ++j) {
      EXPECT_EQ(n_nonzeros(codes.code(j)), most);
      const double level = codes.level(0, j);
      // The lasso with that kappa has this optimum, and a little below it there is one more atom.
      const Vector<double> x = X.col(j);
      const Codes<double> lasso = Coder<double>(D, level, options_for("path", 1e-10)).lasso(x);
      EXPECT_LE(codes.lower(0, j), lasso.upper(0, 0));
      EXPECT_GE(codes.upper(0, j), lasso.lower(0, 0));
      EXPECT_NEAR(codes.value(0, j), lasso.value(0, 0), error * lasso.value(0, 0));
      const Coder<double> below(D, level * (1 - 1e-5), options_for("path", 1e-12));
      EXPECT_GT(n_nonzeros(below.lasso(x).Alpha), most);
    }
    expect_true_certificates(D, X, codes, 1);
  }
};

TEST_P(LimitedPath, IsTheLassoWhereOneMoreAtomWouldEnter) {
  check<double>(2e-7);
  check<float>(1e-6);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LimitedPath,
                         ::testing::Values(Limit{20, 60, 5}, Limit{60, 25, 7}, Limit{80, 700, 20},
                                           Limit{200, 300, 140}, Limit{10, 4, 1}),
                         [](const auto& one) {
                           return "n" + std::to_string(one.param.n) + "k" +
                                  std::to_string(one.param.k) + "s" +
                                  std::to_string(one.param.most);
                         });

TEST(LimitedPath, IsTheWholeLassoWhereTheLimitIsNotReached) {
  const Matrix<double> D = unit_columns(20, 60, 16);
  const Matrix<double> X = unit_columns(20, 30, 17);
  const Codes<double> codes = Coder<double>(D, 0.3, limited("path", 60)).lasso(X);
  const Codes<double> lasso = Coder<double>(D, 0.3, options_for("path", 1e-7)).lasso(X);
  EXPECT_TRUE((codes.level.array() == 0.3).all());
  EXPECT_LE((codes.value - lasso.value).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(lasso.level.size(), 0);
}

TEST(FewNonzeros, AreRefusedWhereTheyAreNotServed) {
  const auto [model, X, y] = make_problem({.n = 8, .k = 12, .m = 3});
  const Matrix<double> warm = Matrix<double>::Zero(12, 3);
  const auto refuses = [](std::initializer_list<const char*> words, const auto& call) {
    expect_error(ErrorCode::kInvalidOption, words, call);
  };
  refuses({"the solver 'cd' does not serve a limit of non-zeros; solvers that do: path, omp"},
          [&] { Coder<double>(model.D, 1, limited("cd", 3)); });
  refuses({"'path' does not serve a limit of non-zeros of codes under hypotheses"},
          [&] { Coder<double>(model, limited("path", 3)).encode(X); });
  refuses({"'path' does not serve a limit of non-zeros with codes to start from"},
          [&] { Coder<double>(model, limited("path", 3)).lasso(X, &warm); });
  refuses({"'path' does not serve a limit of non-zeros with the penalty", "nonnegative"}, [&] {
    Coder<double>(model.D, 1, limited("path", 3), Context(), {.nonnegative = true, .weights = {}});
  });
  refuses({"'omp' does not serve the penalty", "ridge"}, [&] {
    Coder<double>(model.D, 1, limited("omp", 3), Context(), {.ridge = 0.5, .weights = {}});
  });
  refuses({"'omp' does not serve the class term binary"},
          [&] { Coder<double>(model, {.solver = "omp"}).encode(X); });
  refuses({"max_nonzeros"}, [&] { Coder<double>(model.D, 1, limited("omp", 0)); });
  refuses({"the solver 'omp' does not serve the penalty l1", "path, cd, fista, fpc"},
          [&] { learn_dictionary<double>(X, {.atoms = 4}, {.solver = "omp"}); });
  refuses({"max_nonzeros is 3; expected no limit"},
          [&] { learn_dictionary<double>(X, {.atoms = 4}, limited("path", 3)); });
  expect_error(ErrorCode::kInvalidValue, {"kappa"},
               [&] { Coder<double>(model.D, 0, limited("path", 3)); });
}

}  // namespace
}  // namespace supdict::testing
