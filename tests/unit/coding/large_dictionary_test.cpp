// SPDX-License-Identifier: BSD-3-Clause
// Coding without the Gram matrix of all atoms: for dictionaries that are too large for one.
#include <gtest/gtest.h>

#include "coding/prepared.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr const char* kFree = "path_without_gram";

/// The codes are the same up to the tolerance, and the bounds of each contain the optimum.
template <class T>
void expect_same_optima(const Codes<T>& a, const Codes<T>& b, double tolerance) {
  EXPECT_EQ(a.summary.n_converged, a.summary.n_problems) << a.summary.message();
  EXPECT_EQ(b.summary.n_converged, b.summary.n_problems) << b.summary.message();
  EXPECT_TRUE((a.lower.array() <= b.upper.array()).all());
  EXPECT_TRUE((b.lower.array() <= a.upper.array()).all());
  EXPECT_LE(((a.value - b.value).array() / b.value.array()).abs().maxCoeff(), tolerance);
}

class LargeDictionary : public ::testing::TestWithParam<Recipe> {
 protected:
  template <class T>
  void compare(const SupervisedDictionary<T>& model, const Matrix<T>& X, double tolerance) {
    const Coder<T> whole(model, options_for("path", tolerance));
    const Coder<T> free(model, options_for(kFree, tolerance));
    expect_same_optima(free.lasso(X), whole.lasso(X), 2 * tolerance);
    expect_same_optima(free.encode(X), whole.encode(X), 2 * tolerance);
  }
};

TEST_P(LargeDictionary, IsCodedLikeASmallOne) {
  const auto [model, X, y] = make_problem(GetParam());
  compare<double>(model, X, 1e-9);
  compare<float>(to_float(model), X.cast<float>(), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Problems, LargeDictionary,
    ::testing::Values(Recipe{.n = 20, .k = 900, .m = 70}, Recipe{.n = 60, .k = 2000, .m = 5},
                      Recipe{.n = 50, .k = 700, .p = 4, .m = 3, .kappa = 0.02},
                      Recipe{.n = 150, .k = 700, .m = 3, .kappa = 1e-3},
                      Recipe{.decision = Decision::kBilinear, .n = 12, .k = 300, .p = 3, .m = 8}));

/// In float the residual is known in double, and so are the bounds.
TEST(LargeDictionary, HasNarrowBoundsInFloat) {
  const auto [model, X, y] = make_problem({.n = 60, .k = 2000, .m = 20});
  const SupervisedDictionary<float> narrow = to_float(model);
  const Coder<float> coder(narrow, options_for(kFree, 1e-6));
  EXPECT_LE(coder.lasso(X.cast<float>()).summary.max_relative_gap, 1.1e-6);
}

/// Each atom many times: more atoms at the bound than a round can look at one by one.
TEST(LargeDictionary, MayRepeatItsAtoms) {
  auto [model, X, y] = make_problem({.n = 12, .k = 1500, .m = 6});
  for (Index j = 15; j < 1500; ++j) model.D.col(j) = model.D.col(j % 15);
  const Coder<double> whole(model.D.leftCols(15), 0.1, options_for("cd", 1e-9));
  const Coder<double> free(model.D, 0.1, options_for(kFree, 1e-9));
  expect_same_optima(free.lasso(X), whole.lasso(X), 2e-9);
  const Coder<float> narrow(model.D.cast<float>(), 0.1, options_for(kFree, 1e-5));
  const Codes<float> codes = narrow.lasso(X.cast<float>());
  EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
}

TEST(LargeDictionary, MayBeBorrowed) {
  const auto [model, X, y] = make_problem({.n = 12, .k = 60, .m = 5});
  Matrix<double> frame = Matrix<double>::Constant(15, 60, 7);  // rows after those of the atoms
  frame.topRows(12) = model.D;
  for (const char* way : {kFree, "path"}) {
    const CodingOptions options = options_for(way, 1e-6);
    const auto borrowed = Coder<double>::borrowing(frame.topRows(12), 0.1, options);
    const Coder<double> own(model.D, 0.1, options);
    EXPECT_TRUE(same_bits(borrowed.lasso(X).Alpha, own.lasso(X).Alpha));
  }
}

TEST(LargeDictionary, NeedsNoGramMatrix) {
  const auto memory = [](Index k, GramMatrix gram, Index m) {
    const Matrix<float> D = random_matrix(4, k, 1).cast<float>();
    const coding::Prepared<float> prepared(D, 1.0, {.gram = gram}, {}, false, {});
    prepared.lasso(random_matrix(4, m, 2).cast<float>(), Context(1));
    return prepared.memory_bytes();
  };
  const auto gram_bytes = [](std::size_t k) { return k * k * sizeof(float); };
  EXPECT_GE(memory(256, GramMatrix::kAuto, 1), gram_bytes(256));
  EXPECT_LT(memory(256, GramMatrix::kNone, 1), gram_bytes(256));
  EXPECT_LT(memory(2048, GramMatrix::kAuto, 255), gram_bytes(2048));
  EXPECT_GE(memory(2048, GramMatrix::kAuto, 256), gram_bytes(2048));
  EXPECT_GE(memory(2048, GramMatrix::kWhole, 1), gram_bytes(2048));
  EXPECT_LT(memory(5000, GramMatrix::kAuto, 3000), gram_bytes(5000));
}

class SparseCodesOf : public ::testing::TestWithParam<std::string> {};

TEST_P(SparseCodesOf, ASolverAreTheDenseOnes) {
  const auto [model, X, y] = make_problem({.n = 15, .k = 40, .m = 70});
  const Coder<double> coder(model, options_for(GetParam(), 1e-6));
  const auto expect_same = [](const SparseCodes<double>& sparse, const Codes<double>& dense) {
    EXPECT_TRUE(same_bits(to_dense(sparse.Alpha), dense.Alpha));
    EXPECT_TRUE(same_bits(sparse.lower, dense.lower));
    EXPECT_TRUE(same_bits(sparse.upper, dense.upper));
    EXPECT_TRUE(same_bits(sparse.posterior, dense.posterior));
    EXPECT_EQ(sparse.summary.mean_nonzeros, dense.summary.mean_nonzeros);
    EXPECT_EQ(sparse.Alpha.n_nonzeros(), (dense.Alpha.array() != 0).count());
  };
  expect_same(coder.sparse_lasso(X), coder.lasso(X));
  expect_same(coder.sparse_encode(X), coder.encode(X));
  const SparseCodes<double> none = coder.sparse_lasso(X.leftCols(0));
  EXPECT_EQ(none.Alpha.n_cols(), 0);
  EXPECT_EQ(none.Alpha.n_rows, 40);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SparseCodesOf, ::testing::Values("path", "cd", kFree), name_of);

}  // namespace
}  // namespace supdict::testing
