// SPDX-License-Identifier: BSD-3-Clause
// mu, where it is not given, comes from held-out signals.
#include <gtest/gtest.h>

#include <filesystem>

#include "training/generated.hpp"
#include "training/mu_rule.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TrainOptions unknown_mu() {
  TrainOptions options = quick_options();
  options.mu = -1;
  return options;
}

double chosen(const testing::LabelledSignals<float>& data, const TrainOptions& options,
              int threads = 1) {
  return train<float>(data.X, data.labels, options, {}, {}, Context(threads)).summary.resolved.mu;
}

TEST(Mu, ClearLabelsAreToldApartDiscriminatively) {
  EXPECT_EQ(chosen(mixed_patterns<float>(24, 300, 3, 0.05, 1), unknown_mu()), 1);
}

TEST(Mu, AGenerativeShareMustBeClearlyBetter) {
  using training::mu_for;
  EXPECT_EQ(mu_for({100, 91, 95}), 1);
  EXPECT_EQ(mu_for({100, 89, 95}), 0.8);
  EXPECT_EQ(mu_for({100, 89, 80}), 0.5);
  EXPECT_EQ(mu_for({0, 0, 0}), 1);
}

TEST(Mu, DoesNotDependOnTheNumberOfThreads) {
  const auto data = mixed_patterns<float>(24, 300, 4, 0.3, 2);
  EXPECT_EQ(chosen(data, unknown_mu(), 1), chosen(data, unknown_mu(), 3));
}

TEST(Mu, AGivenOneIsKept) {
  const auto data = mixed_patterns<float>(24, 100, 2, 0.05, 1);
  TrainOptions options = unknown_mu();
  for (const double given : {0.0, 0.7}) {
    options.mu = given;
    EXPECT_EQ(chosen(data, options), given);
  }
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
  for (const char* method : {"rec", "sdl-g"}) {
    options.method = method;
    EXPECT_EQ(chosen(data, options), 0) << method;
  }
}

TEST(Mu, AlternatingTrainerHasItsOwn) {
  const auto data = mixed_patterns<float>(12, 80, 2, 0.05, 1);
  TrainOptions options = unknown_mu();
  options.trainer = "alternating";
  options.iterations = 3;
  EXPECT_GT(chosen(data, options), 0);
}

TEST(Mu, TwoSignalsAreTooFewToHoldAnyOutAndStillTrain) {
  EXPECT_EQ(chosen(mixed_patterns<float>(6, 2, 2, 0.05, 1), unknown_mu()), 1);
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
  EXPECT_EQ(seen, "choosing mu");
  EXPECT_FALSE(std::filesystem::exists(hooks.checkpoint));
}

}  // namespace
}  // namespace supdict
