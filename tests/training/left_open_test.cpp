// SPDX-License-Identifier: BSD-3-Clause
// What holds for each parameter that is found with held-out signals where it is left open.
#include <gtest/gtest.h>

#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::chosen_by_training;
using testing::mixed_patterns;
using testing::quick_options;

struct Parameter {
  const char* name;
  Method method;
  std::optional<double> TrainOptions::*value;
  double usual;  ///< where there are too few signals to choose
};

constexpr Parameter kParameters[] = {{"lambda2", Method::kRec, &TrainOptions::lambda2, 0.02},
                                     {"mu", Method::kSdlD, &TrainOptions::mu, 1}};

class LeftOpen : public ::testing::TestWithParam<Parameter> {
 protected:
  double chosen(const testing::LabelledSignals<float>& data, std::optional<double> given,
                int threads = 1) const {
    TrainOptions options = quick_options(GetParam().method);
    options.*GetParam().value = given;
    return chosen_by_training(data, options, GetParam().value, threads);
  }
};

TEST_P(LeftOpen, DoesNotDependOnTheNumberOfThreads) {
  const auto data = mixed_patterns<float>(24, 300, 4, 0.3, 2);
  EXPECT_EQ(chosen(data, std::nullopt, 1), chosen(data, std::nullopt, 3));
}

TEST_P(LeftOpen, AGivenOneIsKept) {
  const auto data = mixed_patterns<float>(24, 100, 2, 0.05, 1);
  for (const double given : {0.0, 0.007, 0.7}) EXPECT_EQ(chosen(data, given), given);
}

TEST_P(LeftOpen, TwoSignalsAreTooFewToHoldAnyOutAndStillTrain) {
  const auto data = mixed_patterns<float>(6, 2, 2, 0.05, 1);
  EXPECT_EQ(chosen(data, std::nullopt), GetParam().usual);
}

INSTANTIATE_TEST_SUITE_P(All, LeftOpen, ::testing::ValuesIn(kParameters),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace supdict
