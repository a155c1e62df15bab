// SPDX-License-Identifier: BSD-3-Clause
// The price of a run, and what an effort asks for.
#include <gtest/gtest.h>

#include "support/expect.hpp"
#include "training/generated.hpp"
#include "training/rules/defaults.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TEST(Price, CountsTheCodingsOfEveryPart) {
  const auto data = mixed_patterns<float>(16, 90, 3, 0.1, 1);
  TrainOptions options = quick_options();
  options.iterations = 10;
  options.batch_size = 8;
  options.dictionary_epochs = 2;
  options.calibrate = false;
  // Three pairs of 60 signals: two lessons, and ten batches under two hypotheses.
  const auto price = [&] { return price_of_training<float>(data.X, data.labels, options); };
  EXPECT_EQ(price().codings, 3 * (2 * 60 + 10 * 8 * 2));
  EXPECT_FALSE(price().seconds.has_value());
  EXPECT_EQ(price().resolved.batch_size, 8);
  options.strategy = Strategy::kMulticlass;
  EXPECT_EQ(price().codings, 2 * 90 + 10 * 8 * 3);
  options.members = "8:0.15,12:0.15";
  EXPECT_EQ(price().codings, 2 * (2 * 90 + 10 * 8 * 3));
  options.members.clear();
  options.trainer = TrainerKind::kAlternating;
  EXPECT_EQ(price().codings, 2 * 90 + 10 * 90 * 3);
  options.method = Method::kRec;
  options.mu.reset();
  EXPECT_EQ(price().codings, 2 * 90 + 90);
}

TEST(Price, OfALongRunIsMeasured) {
  const auto data = mixed_patterns<float>(16, 90, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.iterations = 1000000;
  const TrainPrice one = price_of_training<float>(data.X, data.labels, options, Context(1));
  ASSERT_TRUE(one.seconds.has_value());
  // Between a tenth of a microsecond and a second each.
  EXPECT_GT(*one.seconds, 1e-7 * one.codings);
  EXPECT_LT(*one.seconds, one.codings);
}

TEST(Price, RefusesWhatTrainingRefuses) {
  auto data = mixed_patterns<float>(16, 40, 2, 0.1, 1);
  data.X(3, 5) = std::numeric_limits<float>::infinity();
  testing::expect_error(ErrorCode::kInvalidValue, {"X has the value inf at row 3, column 5"},
                        [&] { price_of_training<float>(data.X, data.labels, quick_options()); });
}

TrainOptions resolved(Effort effort, const char* augment, Index n_signals) {
  TrainOptions options;
  options.effort = effort;
  options.augment = augment;
  return training::resolve(options, {784, n_signals, 10});
}

TEST(Effort, AsksForMoreOrLessThanTheStandard) {
  const TrainOptions standard = resolved(Effort::kStandard, "", 7000);
  EXPECT_EQ(*standard.iterations, kUsualSteps);
  EXPECT_EQ(*resolved(Effort::kQuick, "", 7000).iterations, kUsualSteps / 4);
  EXPECT_EQ(*resolved(Effort::kRecord, "", 7000).iterations, 2 * kUsualSteps);
  EXPECT_EQ(*resolved(Effort::kRecord, "", 7000).batch_size, *standard.batch_size);
}

TEST(Effort, DeformedSignalsAskForLongerRunsAndLargerBatches) {
  constexpr const char* kStrong = "elastic:1";
  const TrainOptions few = resolved(Effort::kRecord, kStrong, 7291);
  EXPECT_EQ(*few.iterations, 8000);
  EXPECT_EQ(*few.batch_size, 256);
  EXPECT_EQ(*few.atoms, 128);
  const TrainOptions many = resolved(Effort::kRecord, kStrong, 60000);
  EXPECT_EQ(*many.iterations, 24000);
  EXPECT_EQ(*many.batch_size, 512);
  const TrainOptions standard = resolved(Effort::kStandard, kStrong, 60000);
  EXPECT_EQ(*standard.iterations, 12000);
  EXPECT_EQ(*standard.batch_size, 256);
  EXPECT_EQ(*standard.atoms, 64);
  EXPECT_EQ(*resolved(Effort::kQuick, kStrong, 60000).iterations, 3000);
  EXPECT_EQ(*resolved(Effort::kStandard, "shift:1", 60000).iterations,
            *resolved(Effort::kStandard, "", 60000).iterations);
}

}  // namespace
}  // namespace supdict
