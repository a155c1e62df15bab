// SPDX-License-Identifier: BSD-3-Clause
// Results have the same bits for any number of threads, and whatever the other signals of a call.
#include <gtest/gtest.h>

#include "supdict/objective.hpp"
#include "supdict/predict.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/same_codes.hpp"

namespace supdict::testing {
namespace {

/// Some signals sparse, some dense, so that both paths of the kernels run.
Matrix<double> partly_sparse(Matrix<double> X) {
  for (Index j = 0; j < X.cols(); j += 3) X.col(j).tail(2 * X.rows() / 3).setZero();
  return X;
}

struct Case {
  Decision decision;
  Index p;
  const char* solver;
};

class Determinism : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr Index kSignals = 67;
  LabelledProblem<double> problem_ = make_problem(
      {.decision = GetParam().decision, .n = 19, .k = 37, .p = GetParam().p, .m = kSignals});
  CodingOptions options_ = options_for(GetParam().solver, 1e-4);

  void SetUp() override { problem_.X = partly_sparse(problem_.X); }

  template <class T>
  void expect_same_for_any_number_of_threads(const SupervisedDictionary<T>& model,
                                             const Matrix<T>& X) {
    const ObjectiveOptions weights{.mu = 0.4, .lambda2 = 0.1};
    const Codes<T> codes = Coder<T>(model, options_, Context(1)).encode(X);
    const Codes<T> lasso = Coder<T>(model, options_, Context(1)).lasso(X);
    const auto result = objective<T>(model, X, codes, problem_.y, weights, Context(1));
    const Prediction prediction = predict<T>(model, X, options_, Context(1));
    for (const int threads : {2, 3, 7}) {
      const Context context(threads);
      expect_same_codes(Coder<T>(model, options_, context).encode(X), codes);
      expect_same_codes(Coder<T>(model, options_, context).lasso(X), lasso);
      const auto other = objective<T>(model, X, codes, problem_.y, weights, context);
      EXPECT_EQ(other.value, result.value);
      EXPECT_TRUE(same_bits(other.omega, result.omega));
      EXPECT_TRUE(same_bits(other.gradient.D, result.gradient.D));
      EXPECT_TRUE(same_bits(other.gradient.W, result.gradient.W));
      EXPECT_TRUE(same_bits(other.gradient.b, result.gradient.b));
      const Prediction again = predict<T>(model, X, options_, context);
      EXPECT_EQ(again.label, prediction.label);
      EXPECT_EQ(again.certified, prediction.certified);
      EXPECT_TRUE(same_bits(again.costs, prediction.costs));
      EXPECT_TRUE(same_bits(again.probabilities, prediction.probabilities));
    }
  }
};

TEST_P(Determinism, TheNumberOfThreadsChangesNoBitOfDouble) {
  expect_same_for_any_number_of_threads<double>(problem_.model, problem_.X);
}

TEST_P(Determinism, TheNumberOfThreadsChangesNoBitOfFloat) {
  expect_same_for_any_number_of_threads<float>(to_float(problem_.model), problem_.X.cast<float>());
}

TEST_P(Determinism, ASignalHasTheSameCodeInAnyBatch) {
  const Coder<double> coder(problem_.model, options_);
  const Codes<double> all = coder.encode(problem_.X);
  for (const Index size : {1, 7, 32, 50}) {
    for (Index first = 0; first + size <= kSignals; first += size + 11) {
      const Codes<double> part = coder.encode(problem_.X.middleCols(first, size));
      const Index p = GetParam().p;
      EXPECT_TRUE(same_bits(part.Alpha, all.Alpha.middleCols(first * p, size * p)));
      EXPECT_TRUE(same_bits(part.value, all.value.middleCols(first, size)));
      EXPECT_TRUE(same_bits(part.lower, all.lower.middleCols(first, size)));
    }
  }
}

TEST_P(Determinism, TheOrderOfSignalsOnlyReordersTheCodes) {
  const Coder<double> coder(problem_.model, options_);
  const Codes<double> forward = coder.encode(problem_.X);
  const Codes<double> backward = coder.encode(problem_.X.rowwise().reverse());
  EXPECT_TRUE(same_bits(backward.value, forward.value.rowwise().reverse()));
}

INSTANTIATE_TEST_SUITE_P(Models, Determinism,
                         ::testing::Values(Case{Decision::kLinear, 2, "cd"},
                                           Case{Decision::kLinear, 5, "cd"},
                                           Case{Decision::kLinear, 3, "fista"},
                                           Case{Decision::kBilinear, 2, "fpc"},
                                           Case{Decision::kBilinear, 3, "cd"},
                                           Case{Decision::kLinear, 2, "path_without_gram"},
                                           Case{Decision::kLinear, 5, "cd_without_gram"},
                                           Case{Decision::kBilinear, 3, "path_without_gram"}),
                         [](const ::testing::TestParamInfo<Case>& chosen) {
                           return to_string(chosen.param.decision) + "_p" +
                                  std::to_string(chosen.param.p) + "_" + chosen.param.solver;
                         });

}  // namespace
}  // namespace supdict::testing
