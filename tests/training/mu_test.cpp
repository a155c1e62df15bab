// SPDX-License-Identifier: BSD-3-Clause
// mu, if it is not given, is chosen on held-out signals.
#include <gtest/gtest.h>

#include <filesystem>

#include "training/generated.hpp"
#include "training/rules/mu_rule.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TrainOptions unknown_mu() {
  TrainOptions options = quick_options();
  options.mu.reset();
  return options;
}

double chosen(const testing::LabelledSignals<float>& data, const TrainOptions& options) {
  return testing::chosen_by_training(data, options, &TrainOptions::mu);
}

TEST(Mu, SeparableLabelsGetADiscriminativeMu) {
  EXPECT_EQ(chosen(mixed_patterns<float>(24, 300, 3, 0.05, 1), unknown_mu()), 1);
}

TEST(Mu, AGenerativeShareMustBeClearlyBetter) {
  using training::mu_for;
  EXPECT_EQ(mu_for({100, 91, 95}), 1);
  EXPECT_EQ(mu_for({100, 89, 95}), 0.8);
  EXPECT_EQ(mu_for({100, 89, 80}), 0.5);
  EXPECT_EQ(mu_for({0, 0, 0}), 1);
}

TEST(Mu, WithAValidationPartThePathGoesToOneAndItsBestPointIsKept) {
  const auto data = mixed_patterns<float>(24, 100, 2, 0.05, 1);
  TrainOptions options = unknown_mu();
  options.validation = 0.3;
  EXPECT_EQ(chosen(data, options), 1);
}

TEST(Mu, MethodsWithoutADiscriminativeTermSayZero) {
  const auto data = mixed_patterns<float>(24, 100, 2, 0.05, 1);
  TrainOptions options = unknown_mu();
  for (const Method method : {Method::kRec, Method::kSdlG}) {
    options.method = method;
    EXPECT_EQ(chosen(data, options), 0) << to_string(method);
  }
}

TEST(Mu, AlternatingTrainerHasItsOwn) {
  const auto data = mixed_patterns<float>(12, 80, 2, 0.05, 1);
  TrainOptions options = unknown_mu();
  options.trainer = TrainerKind::kAlternating;
  options.iterations = 3;
  EXPECT_GT(chosen(data, options), 0);
}

TEST(Mu, AStopWhileItIsChosenLeavesNoCheckpointBehind) {
  const auto data = mixed_patterns<float>(24, 200, 2, 0.05, 1);
  TrainHooks hooks;
  std::string seen;
  hooks.progress = [&](const Progress& progress) {
    seen = progress.part_name;
    return false;
  };
  hooks.checkpoint = ::testing::TempDir() + "supdict_stopped_while_choosing";
  std::filesystem::remove_all(hooks.checkpoint);
  const auto result = train<float>(data.X, data.labels, unknown_mu(), hooks);
  EXPECT_EQ(result.summary.status, TrainStatus::kStopped);
  EXPECT_NO_THROW(result.classifier.validate());
  EXPECT_TRUE(seen.starts_with("choosing mu, ")) << seen;
  EXPECT_FALSE(result.summary.resumable);
  EXPECT_FALSE(has_checkpoint(hooks.checkpoint));
}

TEST(Mu, AShortTimeBudgetIsNotSpentOnTheChoice) {
  const auto data = mixed_patterns<float>(196, 4000, 10, 0.3, 1);
  TrainOptions options = unknown_mu();
  options.lambda2.reset();
  options.time_budget = 0.001;
  TrainHooks hooks;
  hooks.checkpoint = ::testing::TempDir() + "supdict_out_of_time_while_choosing";
  std::filesystem::remove_all(hooks.checkpoint);
  Index told = 0;
  hooks.progress = [&](const Progress& progress) {
    told += progress.part_name.starts_with("choosing");
    return true;
  };
  const auto result = train<float>(data.X, data.labels, options, hooks);
  EXPECT_EQ(result.summary.status, TrainStatus::kTimeBudget);
  EXPECT_EQ(result.summary.resolved.mu, 1);
  EXPECT_EQ(result.summary.resolved.lambda2, 0.02);
  // One message at the start of each of the two choices, and one of each part.
  EXPECT_LE(told, 2 + 8);
  EXPECT_FALSE(result.summary.resumable);
  EXPECT_FALSE(has_checkpoint(hooks.checkpoint));
  EXPECT_NO_THROW(result.classifier.validate());
}

}  // namespace
}  // namespace supdict
