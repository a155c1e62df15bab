// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "supdict/dictionary.hpp"
#include "support/expect.hpp"
#include "training/generated.hpp"
#include "training/kept_rules.hpp"

namespace supdict {
namespace {

using testing::expect_rules_kept;
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
  for (const Learning learning : {Learning::kOnline, Learning::kBatch}) {
    for (const FirstAtoms init : {FirstAtoms::kSamples, FirstAtoms::kGaussian}) {
      DictionaryOptions options;
      options.atoms = 16;
      options.learning = learning;
      options.init = init;
      options.batch_size = 50;
      options.epochs = 15;
      const auto first = start_dictionary<T>(X, options).D;
      const auto learned = learn_dictionary<T>(X, options);
      EXPECT_LT(mean_cost<T>(learned.D, X, options.kappa), 0.8 * mean_cost<T>(first, X, 0.15))
          << to_string(learning) << " " << to_string(init);
      EXPECT_LE(learned.D.colwise().norm().maxCoeff(), T(1) + T(1e-5));
      EXPECT_EQ(std::ssize(learned.summary.objective), 15);
      EXPECT_GT(learned.summary.mean_nonzeros, 0);
    }
  }
}

TYPED_TEST(DictionaryLearning, NothingIsNegativeWhereItMustNotBe) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 400).cwiseAbs();
  for (const Learning learning : {Learning::kOnline, Learning::kBatch}) {
    for (const FirstAtoms init : {FirstAtoms::kSamples, FirstAtoms::kGaussian}) {
      DictionaryOptions options;
      options.atoms = 24;
      options.learning = learning;
      options.init = init;
      options.batch_size = 50;
      options.epochs = 6;
      options.penalty = {.nonnegative = Nonnegative::kBoth, .ridge = 0.01};
      const auto first = start_dictionary<T>(X, options).D;
      const auto learned = learn_dictionary<T>(X, options);
      EXPECT_GE(first.minCoeff(), 0);
      EXPECT_GE(learned.D.minCoeff(), 0);
      EXPECT_GT(learned.D.colwise().norm().minCoeff(), 0);
      EXPECT_LE(learned.D.colwise().norm().maxCoeff(), T(1) + T(1e-5));
      const auto cost = [&](const Matrix<T>& D) {
        const Coder<T> coder(D, options.kappa, {}, Context(), options.penalty.codes());
        const Codes<T> codes = coder.lasso(X);
        EXPECT_GE(codes.Alpha.minCoeff(), 0);
        return codes.value.mean();
      };
      EXPECT_LT(cost(learned.D), 0.95 * cost(first));
    }
  }
}

TYPED_TEST(DictionaryLearning, NonNegativeBatchLearningFallsMonotonically) {
  using T = TypeParam;
  DictionaryOptions options;
  options.atoms = 12;
  options.learning = Learning::kBatch;
  options.epochs = 10;
  options.penalty = {.nonnegative = Nonnegative::kBoth, .ridge = 0.05};
  const Matrix<T> X = unit_signals<T>(20, 400).cwiseAbs();
  const auto objective = learn_dictionary<T>(X, options).summary.objective;
  for (std::size_t i = 1; i < objective.size(); ++i) {
    EXPECT_LE(objective[i], objective[i - 1] * (1 + 1e-5));
  }
}

/// Rules for atoms, each alone and with non-negative atoms; three of twelve are given.
std::vector<PenaltyOptions> atom_rules() {
  std::string fixed;
  for (int atom = 0; atom < 3; ++atom) {
    for (int i = 0; i < 20; ++i) fixed += i / 4 == atom ? "0.5 " : "0 ";
    fixed += "\n";
  }
  std::vector<PenaltyOptions> rules = {{.atoms_on = AtomsOn::kSphere},
                                       {.sparse_atoms = 0.3},
                                       {.fixed_atoms = fixed},
                                       {.atoms_on = AtomsOn::kSphere, .fixed_atoms = fixed},
                                       {.sparse_atoms = 0.3, .fixed_atoms = fixed}};
  for (std::size_t i = 0; i < 5; ++i) {
    rules.push_back(rules[i]);
    rules.back().nonnegative = Nonnegative::kAtoms;
  }
  return rules;
}

TYPED_TEST(DictionaryLearning, KeepsTheRulesForAtomsAndLowersTheObjective) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 400).cwiseAbs();
  for (const PenaltyOptions& penalty : atom_rules()) {
    for (const Learning learning : {Learning::kOnline, Learning::kBatch}) {
      DictionaryOptions options;
      options.atoms = 12;
      options.learning = learning;
      options.init = learning == Learning::kBatch ? FirstAtoms::kSamples : FirstAtoms::kGaussian;
      options.batch_size = 50;
      options.epochs = 6;
      options.penalty = penalty;
      const auto first = start_dictionary<T>(X, options).D;
      const auto learned = learn_dictionary<T>(X, options);
      expect_rules_kept<T>(first, penalty);
      expect_rules_kept<T>(learned.D, penalty);
      if (penalty.sparse_atoms > 0) {
        EXPECT_GT((learned.D.rightCols(9).array() == 0).count(), 9);  // without: none
      }
      EXPECT_LT(mean_cost<T>(learned.D, X, options.kappa), mean_cost<T>(first, X, options.kappa));
      if (learning != Learning::kBatch) continue;
      const std::vector<double>& objective = learned.summary.objective;
      for (std::size_t i = 1; i < objective.size(); ++i) {
        EXPECT_LE(objective[i], objective[i - 1] * (1 + 1e-5));
      }
    }
  }
}

TYPED_TEST(DictionaryLearning, FixedAtomsThatNoSignalUsesAreNotReplaced) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  DictionaryOptions options;
  options.atoms = 6;
  options.epochs = 20;
  options.batch_size = 30;
  options.penalty.fixed_atoms = "1e-6";
  for (int i = 0; i < 19; ++i) options.penalty.fixed_atoms += " 0";
  const auto learned = learn_dictionary<T>(X, options);
  expect_rules_kept<T>(learned.D, options.penalty);
  EXPECT_EQ(learned.A(0, 0), 0);
}

TYPED_TEST(DictionaryLearning, FixedAtomsMustFitSignalsAndDictionary) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 30);
  DictionaryOptions options;
  options.atoms = 2;
  options.penalty.fixed_atoms = "1 0 0";
  testing::expect_error(ErrorCode::kInvalidShape,
                        {"fixed_atoms has atoms of 3 entries; expected 20"},
                        [&] { learn_dictionary<T>(X, options); });
  options.penalty = atom_rules()[2];
  testing::expect_error(ErrorCode::kInvalidShape, {"there are 3 fixed atoms; expected at most 2"},
                        [&] { learn_dictionary<T>(X, options); });
  options.atoms = 3;
  expect_rules_kept<T>(learn_dictionary<T>(X, options).D, options.penalty);
}

TYPED_TEST(DictionaryLearning, BatchObjectiveFallsMonotonically) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 400);
  DictionaryOptions options;
  options.atoms = 12;
  options.learning = Learning::kBatch;
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
  options.init = FirstAtoms::kGaussian;
  options.kappa = 1.2;  // so sparse that random atoms find no signal
  options.batch_size = 30;
  options.epochs = 10;
  const auto learned = learn_dictionary<T>(X, options);
  EXPECT_GT(learned.summary.n_replaced, 0);
  const Matrix<T> codes = transform<T>(learned.D, X, options.kappa);
  EXPECT_GT((codes.array() != T(0)).rowwise().any().count(), 8);
}

TYPED_TEST(DictionaryLearning, ContinuesFromAStateWithTheSameBits) {
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
  for (const Learning learning : {Learning::kOnline, Learning::kBatch}) {
    DictionaryOptions options;
    options.atoms = 12;
    options.batch_size = 50;
    options.learning = learning;
    std::vector<double> seen;
    const DictionaryHooks hooks{.progress = [&](double fraction) {
      seen.push_back(fraction);
      return seen.size() < 3;
    }};
    const auto learned = learn_dictionary<T>(X, options, {}, hooks, Context(1));
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

/// Twelve atoms, learned from all signals in each pass or from batches.
template <class T>
Matrix<T> learned(const Matrix<T>& X, Learning learning) {
  DictionaryOptions options;
  options.atoms = 12;
  options.learning = learning;
  options.batch_size = 40;
  options.epochs = 3;
  return learn_dictionary<T>(X, options, {.tolerance = 1e-9}).D;
}

TYPED_TEST(DictionaryLearning, SignsOfFeaturesChangeNoBitButTheirOwn) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 200);
  const Vector<T> signs =
      Vector<T>::NullaryExpr(20, [](Index i) { return T(i % 3 == 0 ? -1 : 1); });
  for (Learning learning : {Learning::kOnline, Learning::kBatch}) {
    const Matrix<T> flipped = learned<T>(signs.asDiagonal() * X, learning);
    EXPECT_EQ(Matrix<T>(signs.asDiagonal() * flipped), learned<T>(X, learning))
        << to_string(learning);
  }
}

TYPED_TEST(DictionaryLearning, TheOrderOfFeaturesDoesNotMatter) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 200);
  for (Learning learning : {Learning::kOnline, Learning::kBatch}) {
    const Matrix<T> reversed = learned<T>(X.colwise().reverse(), learning);
    const Matrix<T> back = reversed.colwise().reverse();
    EXPECT_LT((back - learned<T>(X, learning)).norm(), sizeof(T) == 8 ? 1e-8 : 5e-2)
        << to_string(learning);
  }
}

TYPED_TEST(DictionaryLearning, AtomsAndKappaInAnotherUnitGiveTheSameDictionary) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 200);
  DictionaryOptions options;
  options.atoms = 12;
  options.epochs = 2;
  const Matrix<T> plain = learn_dictionary<T>(X, options).D;
  options.kappa *= 0x1p6;
  EXPECT_EQ(learn_dictionary<T>(T(0x1p6) * X, options).D, plain);
}

TYPED_TEST(DictionaryLearning, MoreAtomsAndASmallerKappaFitBetter) {
  using T = TypeParam;
  const Matrix<T> X = unit_signals<T>(20, 300);
  const auto misfit = [&](int atoms, double kappa) {
    DictionaryOptions options;
    options.atoms = atoms;
    options.kappa = kappa;
    const Matrix<T> D = learn_dictionary<T>(X, options).D;
    return static_cast<double>((X - D * transform<T>(D, X, kappa)).squaredNorm());
  };
  EXPECT_LT(misfit(16, 0.15), misfit(4, 0.15));
  EXPECT_LT(misfit(16, 0.05), misfit(16, 0.4));
}

}  // namespace
}  // namespace supdict
