// SPDX-License-Identifier: BSD-3-Clause
// lambda2, where it is not given, comes from held-out signals.
#include <gtest/gtest.h>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TrainOptions unknown_lambda2() {
  TrainOptions options = quick_options();
  options.method = "rec";
  options.lambda2 = -1;
  return options;
}

double chosen(const testing::LabelledSignals<float>& data, const TrainOptions& options,
              int threads = 1) {
  return train<float>(data.X, data.labels, options, {}, {}, Context(threads))
      .summary.resolved.lambda2;
}

TEST(Lambda2, LabelsWithoutMeaningAskForMoreThanClearOnes) {
  auto data = mixed_patterns<float>(24, 400, 2, 0.05, 1);
  const double clear = chosen(data, unknown_lambda2());
  EXPECT_GT(clear, 0);
  for (std::size_t j = 0; j < data.labels.size(); ++j) data.labels[j] = j / 2 % 2 == 0 ? "a" : "b";
  EXPECT_GT(chosen(data, unknown_lambda2()), 10 * clear);
}

TEST(Lambda2, DoesNotDependOnTheNumberOfThreads) {
  const auto data = mixed_patterns<float>(24, 300, 4, 0.3, 2);
  EXPECT_EQ(chosen(data, unknown_lambda2(), 1), chosen(data, unknown_lambda2(), 3));
}

TEST(Lambda2, AGivenOneIsKept) {
  const auto data = mixed_patterns<float>(24, 100, 2, 0.05, 1);
  TrainOptions options = unknown_lambda2();
  for (const double given : {0.0, 0.007}) {
    options.lambda2 = given;
    EXPECT_EQ(chosen(data, options), given);
  }
}

TEST(Lambda2, TwoSignalsAreTooFewToHoldAnyOutAndStillTrain) {
  const auto data = mixed_patterns<float>(6, 2, 2, 0.05, 1);
  EXPECT_GT(chosen(data, unknown_lambda2()), 0);
}

TEST(Lambda2, BilinearModelsHaveTheirOwn) {
  const auto data = mixed_patterns<float>(12, 200, 3, 0.2, 3);
  TrainOptions options = unknown_lambda2();
  options.decision = "bilinear";
  options.strategy = "one-vs-rest";
  EXPECT_GT(chosen(data, options), 0);
}

}  // namespace
}  // namespace supdict
