// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predictor.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "model/prepared_classifier.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr Index kFeatures = 12;
constexpr Index kAtoms = 20;
constexpr int kClasses = 4;
constexpr Index kSignals = 70;

template <class T>
SupervisedDictionary<T> random_model(Index n_classes, std::uint64_t seed) {
  const auto model =
      make_problem({.n = kFeatures, .k = kAtoms, .p = n_classes, .seed = seed}).model;
  if constexpr (std::is_same_v<T, float>) return to_float(model);
  if constexpr (std::is_same_v<T, double>) return model;
}

std::vector<std::vector<int>> classes_of_parts(Strategy strategy) {
  if (strategy == Strategy::kMulticlass) return {{0, 1, 2, 3}};
  if (strategy == Strategy::kOneVsRest) return {{kRest, 0}, {kRest, 1}, {kRest, 2}, {kRest, 3}};
  return {{0, 1}, {0, 2}, {3, 0}, {1, 2}, {1, 3}, {2, 3}};
}

template <class T>
Classifier<T> made_classifier(Strategy strategy = Strategy::kPairwise,
                              Method method = Method::kSdlD, int n_members = 1) {
  Classifier<T> classifier;
  classifier.method = method;
  classifier.strategy = strategy;
  classifier.labels = ClassLabels(std::vector<std::string>{"a", "b", "c", "d"});
  classifier.preprocessing.n_raw = kFeatures;
  std::uint64_t seed = 1;
  for (int i = 0; i < n_members; ++i) {
    Member<T> member{.atoms = kAtoms, .kappa = 0.16, .parts = {}};
    for (const std::vector<int>& classes : classes_of_parts(strategy)) {
      member.parts.push_back({classes, random_model<T>(std::ssize(classes), seed++)});
    }
    classifier.members.push_back(std::move(member));
  }
  return classifier;
}

/// A tie in the part 0 against 1: float cannot decide which class is cheaper.
Classifier<float> with_a_tie() {
  auto classifier = made_classifier<float>();
  auto& model = classifier.members[0].parts[0].model;
  model.W.setZero();
  model.b.setZero();
  return classifier;
}

template <class T>
Matrix<T> signals() {
  return random_matrix(kFeatures, kSignals, 99).template cast<T>();
}

void expect_same(const std::vector<PartCosts>& a, const std::vector<PartCosts>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(same_bits(a[i].costs, b[i].costs));
    EXPECT_TRUE(same_bits(a[i].lower, b[i].lower));
    EXPECT_TRUE(same_bits(a[i].upper, b[i].upper));
  }
}

void expect_same(const Classification& a, const Classification& b) {
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.certified, b.certified);
  EXPECT_TRUE(same_bits(a.scores, b.scores));
  EXPECT_TRUE(same_bits(a.probabilities, b.probabilities));
}

/// Compared with plain loops over newly made Coders.
template <class T>
void expect_the_bits_of_the_classifier(Strategy strategy, Method method, int n_members) {
  const auto classifier = made_classifier<T>(strategy, method, n_members);
  const Matrix<T> X = signals<T>();
  const Matrix<T> preprocessed = classifier.preprocessing.template apply<T>(X);
  std::vector<PartCosts> costs;
  for (const Member<T>& member : classifier.members) {
    for (const Part<T>& part : member.parts) {
      costs.push_back(part_costs<T>(part, method, preprocessed, {}, Context(1)));
    }
  }
  const Classification expected = classifier.decide(costs);
  const Predictor<T> predictor(classifier);
  for (int call = 0; call < 2; ++call) {
    for (const int threads : {1, 3}) {
      const Context context(threads);
      expect_same(predictor.costs(X, context), costs);
      expect_same(predictor.classify(X, context), expected);
      EXPECT_EQ(predictor.label(X, context).label, expected.label);
      EXPECT_TRUE(same_bits(predictor.predict_proba(X, context), expected.probabilities));
      EXPECT_TRUE(same_bits(predictor.decision_function(X, context), expected.scores));
    }
  }
  expect_same(classifier.classify(X), expected);
  EXPECT_EQ(classifier.label(X).label, expected.label);
  EXPECT_EQ(predictor.predict(X), classifier.predict(X));
}

TEST(Predictor, GivesTheBitsOfTheClassifier) {
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Method method : {Method::kSdlD, Method::kRec}) {
      expect_the_bits_of_the_classifier<float>(strategy, method, 1);
      expect_the_bits_of_the_classifier<double>(strategy, method, 2);
    }
  }
}

TEST(Predictor, OneSignalGetsTheSameResultAsAmongMany) {
  const Predictor<float> predictor(with_a_tie());
  const Matrix<float> X = signals<float>();
  const Classification all = predictor.classify(X);
  for (Index j = 0; j < kSignals; ++j) {
    EXPECT_EQ(predictor.label(X.col(j)).label[0], all.label[j]);
    EXPECT_TRUE(same_bits(predictor.predict_proba(X.col(j)), all.probabilities.col(j)));
  }
  EXPECT_TRUE(predictor.label(X.leftCols(0)).label.empty());
}

TEST(Predictor, ServesManyThreadsAtOnce) {
  const auto classifier = with_a_tie();
  const Matrix<float> X = signals<float>();
  const Classification expected = classifier.classify(X);
  ASSERT_GT(expected.summary.n_in_double, 0);
  const Predictor<float> predictor(classifier);
  std::vector<std::thread> threads;
  for (Index i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const Context context(static_cast<int>(1 + i % 2));
      expect_same(predictor.classify(X, context), expected);
      for (Index j = i; j < kSignals; j += 4) {
        EXPECT_EQ(predictor.label(X.col(j), context).label[0], expected.label[j]);
      }
      EXPECT_GT(predictor.memory_bytes(), 0U);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Predictor, PartsArePreparedOnceAndWhenNeeded) {
  const auto classifier = made_classifier<float>();
  const model::PreparedClassifier<float> prepared(classifier, {});
  EXPECT_EQ(prepared.memory_bytes(), 0U);
  const auto* const first = &prepared.prepared(0);
  const std::size_t of_one_part = prepared.memory_bytes();
  EXPECT_GT(of_one_part, 0U);
  prepared.prepare_all(Context(2));
  EXPECT_EQ(prepared.memory_bytes(), 6 * of_one_part);
  prepared.classify(signals<float>(), Context(1));
  EXPECT_EQ(&prepared.prepared(0), first);
}

TEST(Predictor, StatesItsMemory) {
  constexpr std::size_t kPadded = 32;
  constexpr std::size_t kNumbers = kPadded * kFeatures + kPadded * kPadded + kPadded * 2 + 2;
  const Predictor<double> in_double(made_classifier<double>());
  EXPECT_EQ(in_double.memory_bytes(), 6 * sizeof(double) * kNumbers);
  const Predictor<float> in_float(with_a_tie());
  EXPECT_EQ(in_float.memory_bytes(), 6 * sizeof(float) * kNumbers);
  in_float.part_costs(0, signals<float>());
  EXPECT_EQ(in_float.memory_bytes(), (6 * sizeof(float) + sizeof(double)) * kNumbers);
}

TEST(Predictor, ItsCodersOutliveIt) {
  const auto classifier = made_classifier<float>();
  const Matrix<float> X = signals<float>();
  const Coder<float> coder = Predictor<float>(classifier).coder(2);
  const Coder<float> fresh(classifier.members[0].parts[2].model);
  EXPECT_TRUE(same_bits(coder.lasso(X).Alpha, fresh.lasso(X).Alpha));
  EXPECT_TRUE(same_bits(coder.encode(X).Alpha, fresh.encode(X).Alpha));
}

TEST(Predictor, ItsOptionsAreThoseItWasMadeWith) {
  const auto classifier = made_classifier<double>();
  const CodingOptions rough{.solver = "fista", .tolerance = 1e-2};
  const Predictor<double> predictor(classifier, rough);
  EXPECT_TRUE(predictor.coding() == rough);
  expect_same(predictor.costs(signals<double>()), classifier.costs(signals<double>(), rough));
}

TEST(Predictor, ChecksWhenItIsMade) {
  auto classifier = made_classifier<float>();
  expect_error(ErrorCode::kInvalidOption, {"tolerance"},
               [&] { Predictor<float>(classifier, {.tolerance = 0}); });
  classifier.members[0].parts[3].model.D(0, 0) = std::numeric_limits<float>::quiet_NaN();
  expect_error(ErrorCode::kInvalidValue, {"members[0].parts[3]"},
               [&] { Predictor<float>{classifier}; });
}

TEST(Predictor, ChecksSignalsAndNumbersOfParts) {
  const Predictor<float> predictor(made_classifier<float>());
  expect_error(ErrorCode::kInvalidShape, {"12"},
               [&] { predictor.label(Matrix<float>::Zero(kFeatures + 1, 1)); });
  expect_error(ErrorCode::kInvalidOption, {"part is 6", "0 to 5"}, [&] { predictor.coder(6); });
  expect_error(ErrorCode::kInvalidOption, {"part is -1"}, [&] { predictor.part(-1); });
}

}  // namespace
}  // namespace supdict::testing
