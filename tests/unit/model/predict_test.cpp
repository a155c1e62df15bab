// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predict.hpp"

#include <gtest/gtest.h>

#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

TEST(Predict, TheLabelIsTheCheapestClass) {
  const auto [model, X, y] = make_problem({.p = 4, .m = 50});
  const Prediction prediction = predict<double>(model, X);
  const Codes<double> codes = Coder<double>(model).encode(X);
  EXPECT_TRUE(same_bits(prediction.costs, codes.value));
  EXPECT_TRUE(same_bits(prediction.lower, codes.lower));
  EXPECT_TRUE(same_bits(prediction.upper, codes.upper));
  for (Index j = 0; j < 50; ++j) {
    const int label = prediction.label[j];
    EXPECT_EQ(prediction.costs(label, j), prediction.costs.col(j).minCoeff());
    EXPECT_NEAR(prediction.probabilities.col(j).sum(), 1, kRounding);
    EXPECT_EQ(prediction.probabilities(label, j), prediction.probabilities.col(j).maxCoeff());
  }
}

TEST(Predict, ManySignalsGoThroughInChunksAsOne) {
  const auto [model, X, y] = make_problem({.n = 3, .k = 4, .m = 5000});
  const Prediction prediction = predict<double>(model, X);
  const Codes<double> codes = Coder<double>(model).encode(X);
  EXPECT_TRUE(same_bits(prediction.costs, codes.value));
  EXPECT_EQ(prediction.summary.n_problems, 10000);
  EXPECT_EQ(prediction.summary.n_converged, codes.summary.n_converged);
  EXPECT_NEAR(prediction.summary.mean_iterations, codes.summary.mean_iterations, 1e-9);
  EXPECT_NEAR(prediction.summary.mean_nonzeros, codes.summary.mean_nonzeros, 1e-9);
  EXPECT_EQ(prediction.summary.max_relative_gap, codes.summary.max_relative_gap);
  EXPECT_EQ(prediction.summary.solver, "path");
}

TEST(Predict, NoSignalsGiveNoLabels) {
  const auto [model, X, y] = make_problem({.p = 3, .m = 0});
  const Prediction prediction = predict<double>(model, X);
  EXPECT_TRUE(prediction.label.empty());
  EXPECT_TRUE(prediction.certified.empty());
  EXPECT_EQ(prediction.costs.rows(), 3);
  EXPECT_EQ(prediction.summary.solver, "path");
  EXPECT_EQ(prediction.summary.simd, simd_level());
}

TEST(Predict, ATieIsNeverCertified) {
  auto [model, X, y] = make_problem({.p = 2, .m = 3});
  model.W.setZero();
  model.b.setZero();
  const Prediction prediction = predict<double>(model, X);
  for (const bool certified : prediction.certified) EXPECT_FALSE(certified);
  EXPECT_LE((prediction.probabilities.array() - 0.5).abs().maxCoeff(), 1e-5);
}

TEST(Predict, HugeCostDifferencesGiveProbabilitiesOfZeroAndOne) {
  auto [model, X, y] = make_problem({.p = 3, .m = 2});
  model.b << 0, 2000, -2000;
  const Prediction prediction = predict<double>(model, X);
  EXPECT_EQ(prediction.label, (std::vector<int>{1, 1}));
  EXPECT_TRUE(prediction.probabilities.allFinite());
  EXPECT_EQ(prediction.probabilities(1, 0), 1);
  EXPECT_EQ(prediction.probabilities(2, 0), 0);
}

TEST(Predict, FloatAndDoubleAgreeWhereBothAreCertified) {
  const auto [model, X, y] = make_problem({.p = 5, .m = 200});
  const Prediction exact = predict<double>(model, X);
  const Prediction rounded = predict<float>(to_float(model), X.cast<float>());
  int both = 0;
  for (std::size_t j = 0; j < 200; ++j) {
    if (!exact.certified[j] || !rounded.certified[j]) continue;
    EXPECT_EQ(exact.label[j], rounded.label[j]);
    ++both;
  }
  EXPECT_GT(both, 190);
}

}  // namespace
}  // namespace supdict::testing
