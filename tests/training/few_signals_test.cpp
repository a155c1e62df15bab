// SPDX-License-Identifier: BSD-3-Clause
// Many classes with few signals each: the model is chosen by trials on folds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "core/sequence.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/logistic.hpp"
#include "supdict/predict.hpp"
#include "training/generated.hpp"
#include "training/methods/kernel_logistic.hpp"
#include "training/rules/few_signals.hpp"
#include "training/rules/folds.hpp"

namespace supdict {
namespace {

using testing::error_of;
using testing::LabelledSignals;

/// Smooth templates, one of each class, times a gain, plus a slope and noise.
LabelledSignals<float> templates(int n_classes, Index per_class, Index n, double noise,
                                 std::uint64_t seed) {
  core::Rng shapes{seed};
  Matrix<double> waves(6, n_classes);
  for (double& value : waves.reshaped()) value = shapes.normal();
  LabelledSignals<float> data;
  data.X.resize(n, n_classes * per_class);
  core::Rng rng{seed, 1};
  for (Index j = 0; j < data.X.cols(); ++j) {
    const Index label = j % n_classes;
    data.labels.push_back("class " + std::to_string(label));
    const double gain = 1 + 0.3 * rng.normal();
    const double slope = 2 * rng.normal();
    for (Index i = 0; i < n; ++i) {
      const double t = static_cast<double>(i) / static_cast<double>(n);
      double value = slope * t + noise * rng.normal();
      for (Index f = 0; f < waves.rows(); ++f) {
        value += gain * waves(f, label) * std::cos(3.14159 * static_cast<double>(f + 1) * t);
      }
      data.X(i, j) = static_cast<float>(value);
    }
  }
  return data;
}

double nearest_neighbour_error(const LabelledSignals<float>& known,
                               const LabelledSignals<float>& asked) {
  Index wrong = 0;
  for (Index j = 0; j < asked.X.cols(); ++j) {
    Index best = 0;
    (known.X.colwise() - asked.X.col(j)).colwise().squaredNorm().minCoeff(&best);
    wrong += known.labels[best] != asked.labels[j];
  }
  return static_cast<double>(wrong) / static_cast<double>(asked.X.cols());
}

/// The first `count` signals, and the others.
std::pair<LabelledSignals<float>, LabelledSignals<float>> divided(
    const LabelledSignals<float>& data, Index count) {
  const auto middle = data.labels.begin() + count;
  return {{data.X.leftCols(count), {data.labels.begin(), middle}},
          {data.X.rightCols(data.X.cols() - count), {middle, data.labels.end()}}};
}

TEST(Folds, HoldOutEverySignalOnceAndSpreadEveryClass) {
  std::vector<int> y;
  for (int l = 0; l < 7; ++l) y.insert(y.end(), static_cast<std::size_t>(1 + 2 * l), l);
  const auto columns = core::numbers_below(std::ssize(y));
  const auto folds = training::stratified_folds(y, columns, 3, 5, 0);
  std::vector<Index> held;
  for (const training::Fold& fold : folds) {
    held.insert(held.end(), fold.held_out.begin(), fold.held_out.end());
    EXPECT_EQ(fold.train.size() + fold.held_out.size(), y.size());
    for (int l = 0; l < 7; ++l) {
      const auto of_class = [&](Index j) { return y[j] == l; };
      const auto count = std::count_if(fold.held_out.begin(), fold.held_out.end(), of_class);
      EXPECT_GE(count, (1 + 2 * l) / 3);
      EXPECT_LE(count, (1 + 2 * l + 2) / 3);
    }
  }
  std::sort(held.begin(), held.end());
  EXPECT_EQ(held, columns);
}

TEST(Folds, DifferFromRoundToRoundButNotFromCallToCall) {
  std::vector<int> y(60);
  for (std::size_t j = 0; j < y.size(); ++j) y[j] = static_cast<int>(j % 4);
  const auto columns = core::numbers_below(std::ssize(y));
  const auto held_out = [&](std::uint64_t round) {
    return training::stratified_folds(y, columns, 3, 5, round).front().held_out;
  };
  EXPECT_EQ(held_out(0), held_out(0));
  EXPECT_NE(held_out(0), held_out(1));
}

/// E of E5 for fixed codes.
template <class T>
double objective(const SupervisedDictionary<T>& model, const Matrix<T>& X, const Matrix<T>& Alpha,
                 std::span<const int> y, std::span<const double> weights, double lambda2) {
  const Matrix<double> g = decision_values<T>(model, X, Alpha);
  double sum = lambda2 * static_cast<double>(model.W.squaredNorm() + model.b.squaredNorm());
  for (Index j = 0; j < g.cols(); ++j) {
    sum += weights[j] * std::log((g.col(j).array() - g(y[j], j)).exp().sum());
  }
  return sum;
}

template <class T>
class KernelLogistic : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(KernelLogistic, Scalars);

TYPED_TEST(KernelLogistic, ReachesTheObjectiveOfThePrimal) {
  using T = TypeParam;
  const auto data = testing::mixed_patterns<T>(24, 60, 4, 0.3, 3);
  const Matrix<T> X = data.X.colwise().normalized();
  const std::vector<int> y = ClassLabels::from(data.labels).encode(data.labels);
  std::vector<double> weights(y.size());
  for (std::size_t j = 0; j < y.size(); ++j) weights[j] = 3 + static_cast<double>(j % 5);
  const Matrix<T> D = learn_dictionary<T>(X, {.atoms = 6, .kappa = 0.05}).D;
  const Matrix<T> Alpha = transform<T>(D, X, 0.05);
  for (const double lambda2 : {1.0, 0.01}) {
    auto primal = untrained<T>(D, 4, Decision::kBilinear, 1, 0.05);
    auto dual = primal;
    fit_decision<T>(primal, X, Alpha, y, weights, lambda2);
    core::ThreadPool pool(2);
    training::fit_by_kernel<T>(dual, X, Alpha, y, weights, lambda2, 300, pool);
    const double least = objective<T>(primal, X, Alpha, y, weights, lambda2);
    EXPECT_NEAR(objective<T>(dual, X, Alpha, y, weights, lambda2), least, 1e-3 * least);
    EXPECT_LT((dual.W - primal.W).norm(), 0.05 * primal.W.norm());
  }
}

TEST(FewSignals, OneModelOfAllClassesBeatsTheNearestNeighbour) {
  const auto [known, asked] = divided(templates(20, 14, 60, 0.8, 3), 140);
  const auto trained = train<float>(known.X, known.labels);
  EXPECT_EQ(trained.summary.resolved.strategy, Strategy::kMulticlass);
  EXPECT_EQ(trained.classifier.members.front().parts.size(), 1U);
  EXPECT_EQ(trained.summary.resolved.first_theta, FirstTheta::kLogistic);
  EXPECT_LT(error_of(trained.classifier, asked), nearest_neighbour_error(known, asked));
}

TEST(FewSignals, TheChoiceDoesNotDependOnThreads) {
  const auto data = templates(9, 6, 40, 0.5, 4);
  const auto one = train<float>(data.X, data.labels, {}, {}, Context(1));
  const auto three = train<float>(data.X, data.labels, {}, {}, Context(3));
  EXPECT_EQ(one.summary.resolved.atoms, three.summary.resolved.atoms);
  EXPECT_EQ(testing::all_parameters(one.classifier), testing::all_parameters(three.classifier));
}

TEST(FewSignals, WhatIsGivenIsNotChosen) {
  const auto data = templates(5, 8, 30, 0.3, 5);
  TrainOptions options;
  options.lambda2 = 0.05;
  const auto kept = train<float>(data.X, data.labels, options).summary.resolved;
  EXPECT_EQ(kept.lambda2, 0.05);
  EXPECT_EQ(kept.strategy, Strategy::kMulticlass);
  options.atoms = 5;
  options.kappa = 0.2;
  options.iterations = 7;
  const auto pairs = train<float>(data.X, data.labels, options).summary.resolved;
  EXPECT_EQ(pairs.atoms, 5);
  EXPECT_EQ(pairs.iterations, 7);
  EXPECT_EQ(pairs.method, Method::kSdlD);
  EXPECT_EQ(pairs.strategy, Strategy::kPairwise);
  EXPECT_EQ(pairs.decision, Decision::kLinear);
  EXPECT_EQ(pairs.first_theta, FirstTheta::kZero);
}

TEST(FirstTheta, ALogisticRegressionTellsTheClassesApartBeforeAnyStep) {
  const auto data = templates(3, 12, 30, 0.1, 7);
  TrainOptions options;
  options.atoms = 6;
  options.kappa = 0.05;
  options.lambda2 = 0.001;
  options.mu = 1;
  options.iterations = 1;
  options.calibrate = false;
  const auto error = [&] { return train<float>(data.X, data.labels, options).summary.train_error; };
  options.first_theta = FirstTheta::kLogistic;
  EXPECT_LT(error(), 0.1);
}

TEST(FewSignals, ClassesOfOneSignalAndWeightsOfZeroAreServed) {
  auto data = templates(6, 5, 30, 0.1, 6);
  std::vector<double> weights(data.labels.size(), 2.0);
  for (std::size_t j = 6; j < weights.size(); ++j) weights[j] = j % 6 == 2 ? 0 : 2;
  const auto trained = train<float>(data.X, data.labels, weights);
  EXPECT_TRUE(trained.summary.usable);
  EXPECT_LT(trained.summary.train_error, 0.3);
}

TEST(FewSignals, ManyClassesWithManySignalsAreToldApartOneByOne) {
  const auto size = [](Index n_signals, int n_classes) {
    return training::ProblemSize{.n_features = 50, .n_signals = n_signals, .n_classes = n_classes};
  };
  EXPECT_FALSE(training::models_are_tried({}, size(6000, 100)));
  EXPECT_TRUE(training::models_are_tried({}, size(700, 100)));
  EXPECT_EQ(training::resolve({}, size(6000, 26)).strategy, Strategy::kPairwise);
  EXPECT_EQ(training::resolve({}, size(60000, 100)).strategy, Strategy::kOneVsRest);
}

}  // namespace
}  // namespace supdict
