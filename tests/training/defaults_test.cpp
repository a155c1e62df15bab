// SPDX-License-Identifier: BSD-3-Clause
// Options that are left to us follow the size of the problem.
#include <gtest/gtest.h>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

int chosen_steps(const std::string& decision, Index n_signals) {
  TrainOptions options = quick_options();
  options.method = "rec";  // the number of steps is chosen, though none is taken
  options.decision = decision;
  options.iterations = 0;
  options.batch_size = 0;
  const auto data = mixed_patterns<float>(8, n_signals, 2, 0.05, 1);
  return train<float>(data.X, data.labels, options).summary.resolved.iterations;
}

TEST(Defaults, ALinearDecisionTakesThousandsOfStepsWhateverTheSignals) {
  EXPECT_EQ(chosen_steps("linear", 60), 2000);
  EXPECT_EQ(chosen_steps("linear", 1280), 2000);
  EXPECT_EQ(chosen_steps("linear", 12800), 3500);
}

TEST(Defaults, ABilinearDecisionTakesFortyPassesSoThatItDoesNotOverfitAFewSignals) {
  EXPECT_EQ(chosen_steps("bilinear", 60), 100);
  EXPECT_EQ(chosen_steps("bilinear", 1280), 400);
  EXPECT_EQ(chosen_steps("bilinear", 12800), 4000);
}

}  // namespace
}  // namespace supdict
