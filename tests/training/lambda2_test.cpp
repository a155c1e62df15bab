// SPDX-License-Identifier: BSD-3-Clause
// lambda2, if it is not given, is chosen on held-out signals.
#include <gtest/gtest.h>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TrainOptions unknown_lambda2() {
  TrainOptions options = quick_options(Method::kRec);
  options.lambda2.reset();
  return options;
}

double chosen(const testing::LabelledSignals<float>& data, const TrainOptions& options) {
  return testing::chosen_by_training(data, options, &TrainOptions::lambda2);
}

TEST(Lambda2, LabelsWithoutMeaningAskForMoreThanClearOnes) {
  auto data = mixed_patterns<float>(24, 400, 2, 0.05, 1);
  const double clear = chosen(data, unknown_lambda2());
  EXPECT_GT(clear, 0);
  for (std::size_t j = 0; j < data.labels.size(); ++j) data.labels[j] = j / 2 % 2 == 0 ? "a" : "b";
  EXPECT_GT(chosen(data, unknown_lambda2()), 10 * clear);
}

TEST(Lambda2, BilinearModelsHaveTheirOwn) {
  const auto data = mixed_patterns<float>(12, 200, 3, 0.2, 3);
  TrainOptions options = unknown_lambda2();
  options.decision = Decision::kBilinear;
  options.strategy = Strategy::kOneVsRest;
  EXPECT_GT(chosen(data, options), 0);
}

}  // namespace
}  // namespace supdict
