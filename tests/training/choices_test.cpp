// SPDX-License-Identifier: BSD-3-Clause
// The choice of lambda2 and of mu on trials of which the answer is known, or known to be the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "training/generated.hpp"
#include "training/rules/lambda2_rule.hpp"
#include "training/rules/mu_rule.hpp"

namespace supdict::testing {
namespace {

using Data = LabelledSignals<double>;

struct Chosen {
  double lambda2 = 0;
  double mu = 0;
};

Preprocessing unit_length(Index n) {
  Preprocessing preprocessing;
  preprocessing.n_raw = n;
  return preprocessing;
}

Chosen chosen(const Data& data, const std::vector<double>& weights = {},
              Method method = Method::kSdlD) {
  TrainOptions options = quick_options(method);
  options.atoms = 12;
  options.iterations = 60;
  options.kappa = 0.15;
  const ClassLabels labels = ClassLabels::from(data.labels);
  const auto trial = training::make_trial<double>(
      training::part_classes(Strategy::kPairwise, labels.size()), data.X,
      labels.encode(data.labels), weights, unit_length(data.X.rows()), options);
  auto with_lambda2 = trial;
  const TrainHooks hooks;
  training::RunControl control(options, hooks, 1, 0, training::RunControl::Clock::now());
  Chosen result;
  result.lambda2 = training::choose_lambda2(trial, control, Context(1)).value();
  with_lambda2.options.lambda2 = result.lambda2;
  result.mu = training::choose_mu(with_lambda2, control, Context(1)).value();
  return result;
}

Data clear_signals() {
  return mixed_patterns<double>(16, 160, 2, 0.05, 1);
}

/// The same signals, with labels that say nothing about them.
Data meaningless() {
  Data data = clear_signals();
  core::Rng rng{3};
  for (std::string& label : data.labels) label = rng.uniform() < 0.5 ? "class-0" : "class-10";
  return data;
}

TEST(Choices, OfLambda2AreTheLargestForLabelsWithoutMeaning) {
  EXPECT_NEAR(chosen(meaningless()).lambda2, 0.3, 1e-12);
  EXPECT_LT(chosen(clear_signals()).lambda2, 0.1);
}

TEST(Choices, OfLambda2AreInUnitsOfTheWeights) {
  for (const Data& data : {clear_signals(), meaningless()}) {
    const Chosen plain = chosen(data);
    for (const double weight : {0x1p-8, 0x1p10}) {
      const Chosen weighted = chosen(data, std::vector<double>(data.labels.size(), weight));
      EXPECT_EQ(weighted.lambda2, weight * plain.lambda2);
      EXPECT_EQ(weighted.mu, plain.mu);
    }
  }
}

TEST(Choices, DoNotLookAtSignalsOfWeightZero) {
  const Data data = clear_signals();
  Data poisoned = data;
  std::vector<double> weights(data.labels.size(), 1.0);
  for (std::size_t j = 0; j < 40; ++j) {
    weights[j] = 0;
    poisoned.X.col(static_cast<Index>(j)).setConstant(100);
    poisoned.labels[j] = j % 2 == 0 ? "class-10" : "class-0";
  }
  const Chosen of_poisoned = chosen(poisoned, weights);
  const Chosen of_clean = chosen(data, weights);
  EXPECT_EQ(of_poisoned.lambda2, of_clean.lambda2);
  EXPECT_EQ(of_poisoned.mu, of_clean.mu);
}

TEST(Choices, DoNotDependOnNamesSignsAndUnits) {
  const Data data = clear_signals();
  const Chosen plain = chosen(data);
  Data other = data;
  for (std::string& label : other.labels) label = label == "class-0" ? "5" : "70";
  other.X *= -0x1p9;
  const Chosen same = chosen(other);
  EXPECT_EQ(same.lambda2, plain.lambda2);
  EXPECT_EQ(same.mu, plain.mu);
}

TEST(Choices, AreTheUsualOnesWhereNothingCanBeHeldOut) {
  Data few = mixed_patterns<double>(6, 2, 2, 0.05, 1);
  EXPECT_EQ(chosen(few).lambda2, training::kUsualLambda2);
  EXPECT_EQ(chosen(few, {8, 8}).lambda2, 8 * training::kUsualLambda2);
  EXPECT_EQ(chosen(few).mu, 1);
}

TEST(Choices, GiveNoAnswerWhenTheyAreStopped) {
  const Data data = clear_signals();
  TrainOptions options = quick_options();
  options.kappa = 0.15;
  const ClassLabels labels = ClassLabels::from(data.labels);
  const auto trial = training::make_trial<double>({{0, 1}}, data.X, labels.encode(data.labels), {},
                                                  unit_length(data.X.rows()), options);
  TrainHooks hooks;
  std::vector<std::string> told;
  hooks.progress = [&](const Progress& progress) {
    told.push_back(progress.part_name);
    return told.size() < 3;
  };
  training::RunControl control(options, hooks, 1, 0, training::RunControl::Clock::now());
  EXPECT_FALSE(training::choose_lambda2(trial, control, Context(1)).has_value());
  EXPECT_TRUE(control.stopped());
  ASSERT_GE(told.size(), 3U);
  EXPECT_EQ(told[0], "choosing lambda2, 0 %");
}

}  // namespace
}  // namespace supdict::testing
