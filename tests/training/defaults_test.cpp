// SPDX-License-Identifier: BSD-3-Clause
// Options that are not given depend on the size of the problem.
#include <gtest/gtest.h>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

int chosen_steps(Decision decision, Index n_signals) {
  TrainOptions options =
      quick_options(Method::kRec);  // the number of steps is chosen, though none is taken
  options.decision = decision;
  options.iterations.reset();
  options.batch_size.reset();
  const auto data = mixed_patterns<float>(8, n_signals, 2, 0.05, 1);
  return train<float>(data.X, data.labels, options).summary.resolved.iterations.value();
}

TEST(Defaults, ALinearDecisionTakesThousandsOfStepsWhateverTheSignals) {
  EXPECT_EQ(chosen_steps(Decision::kLinear, 60), 2000);
  EXPECT_EQ(chosen_steps(Decision::kLinear, 1280), 2000);
  EXPECT_EQ(chosen_steps(Decision::kLinear, 12800), 3500);
}

TEST(Defaults, ABilinearDecisionTakesFortyPassesSoThatItDoesNotOverfitAFewSignals) {
  EXPECT_EQ(chosen_steps(Decision::kBilinear, 60), 100);
  EXPECT_EQ(chosen_steps(Decision::kBilinear, 1280), 400);
  EXPECT_EQ(chosen_steps(Decision::kBilinear, 12800), 4000);
}

}  // namespace
}  // namespace supdict
