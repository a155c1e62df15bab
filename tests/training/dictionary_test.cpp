// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "supdict/dictionary.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;

template <class T>
class DictionaryLearning : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DictionaryLearning, Scalars);

template <class T>
Matrix<T> unit_signals(Index n, Index m) {
  Matrix<T> X = mixed_patterns<T>(n, m, 2, 0.05, 1).X;
  X.colwise().normalize();
  return X;
}

template <class T>
double mean_cost(const Matrix<T>& D, const Matrix<T>& X, double kappa) {
  return Coder<T>(D, kappa).lasso(X).value.mean();
}

TYPED_TEST(DictionaryLearning, LowersTheObjectiveOnlineAndInBatches) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 600);
  for (const std::string learning : {"online", "batch"}) {
    for (const std::string init : {"samples", "gaussian"}) {
      DictionaryOptions options;
      options.atoms = 16;
      options.learning = learning;
      options.init = init;
      options.batch_size = 50;
      options.epochs = 15;
      const auto first = start_dictionary<T>(X, options).D;
      const auto learned = learn_dictionary<T>(X, options);
      EXPECT_LT(mean_cost<T>(learned.D, X, options.kappa), 0.8 * mean_cost<T>(first, X, 0.15))
          << learning << " " << init;
      EXPECT_LE(learned.D.colwise().norm().maxCoeff(), T(1) + T(1e-5));
      EXPECT_EQ(std::ssize(learned.summary.objective), 15);
      EXPECT_GT(learned.summary.mean_nonzeros, 0);
    }
  }
}

TYPED_TEST(DictionaryLearning, BatchObjectiveFallsMonotonically) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 400);
  DictionaryOptions options;
  options.atoms = 12;
  options.learning = "batch";
  options.epochs = 10;
  const auto objective = learn_dictionary<T>(X, options).summary.objective;
  for (std::size_t i = 1; i < objective.size(); ++i) {
    EXPECT_LE(objective[i], objective[i - 1] * (1 + 1e-5));
  }
}

TYPED_TEST(DictionaryLearning, ReplacesAndCountsDeadAtoms) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  DictionaryOptions options;
  options.atoms = 12;
  options.init = "gaussian";
  options.kappa = 1.2;  // so sparse that random atoms find no signal
  options.batch_size = 30;
  options.epochs = 10;
  const auto learned = learn_dictionary<T>(X, options);
  EXPECT_GT(learned.summary.n_replaced, 0);
  const Matrix<T> codes = transform<T>(learned.D, X, options.kappa);
  EXPECT_GT((codes.array() != T(0)).rowwise().any().count(), 8);
}

TYPED_TEST(DictionaryLearning, GoesOnFromAStateWithTheSameBits) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  DictionaryOptions options;
  options.atoms = 12;
  auto one = start_dictionary<T>(X, options);
  auto two = start_dictionary<T>(X, options);
  for (int i = 0; i < 6; ++i) update_dictionary<T>(one, X.middleCols(50 * i, 50), options);
  for (int i = 0; i < 3; ++i) update_dictionary<T>(two, X.middleCols(50 * i, 50), options);
  DictionaryState<T> copy = two;
  for (int i = 3; i < 6; ++i) {
    update_dictionary<T>(copy, X.middleCols(50 * i, 50), options, {}, Context(3));
  }
  EXPECT_EQ(one.D, copy.D);
}

TYPED_TEST(DictionaryLearning, StopsWhenAskedAndKeepsItsState) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  for (const char* learning : {"online", "batch"}) {
    DictionaryOptions options;
    options.atoms = 12;
    options.batch_size = 50;
    options.learning = learning;
    std::vector<double> seen;
    const DictionaryHooks hooks{.progress = [&](double fraction) {
      seen.push_back(fraction);
      return seen.size() < 3;
    }};
    const auto learned = learn_dictionary<T>(X, options, {}, Context(1), hooks);
    EXPECT_EQ(seen.size(), 3U);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(learned.n_updates, 3);
    EXPECT_GT(learned.A.trace(), T(0));
  }
}

TYPED_TEST(DictionaryLearning, TransformAndBackIsNearTheSignal) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  DictionaryOptions options;
  options.atoms = 24;
  options.epochs = 10;
  const auto learned = learn_dictionary<T>(X, options);
  const Matrix<T> codes = transform<T>(learned.D, X, 0.02);
  const Matrix<T> back = inverse_transform<T>(learned.D, codes);
  EXPECT_LT((back - X).norm(), T(0.25) * X.norm());
}

}  // namespace
}  // namespace supdict
