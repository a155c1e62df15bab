// SPDX-License-Identifier: BSD-3-Clause
// Training on a device, here the host that goes through its functions: the books, the files and the
// words of the CPU.
#include <gtest/gtest.h>

#include "generated.hpp"
#include "training/train.hpp"

namespace supdict::testing {
namespace {

TrainResult<float> train_on_device(const LabelledSignals<float>& data, const TrainOptions& options,
                                   const TrainHooks& hooks = {}) {
  return training::train_on_machines(data.X, data.labels, options, hooks, Context(2),
                                     cuda::make_host_machine);
}

LabelledSignals<float> some_data() {
  return mixed_patterns<float>(24, 150, 3, 0.1, 1);
}

TrainOptions few_steps(Method method = Method::kSdlD) {
  TrainOptions options = quick_options(method);
  options.lambda0.reset();
  options.iterations = 60;
  options.atoms = 12;
  options.batch_size = 20;
  options.lambda2 = 0.1;
  options.mu = method == Method::kSdlD ? 1.0 : 0.0;
  options.calibrate = false;
  return options;
}

TEST(DeviceTraining, LearnsWhatTheCpuLearns) {
  const auto data = some_data();
  for (const Strategy strategy : {Strategy::kPairwise, Strategy::kOneVsRest}) {
    for (const Method method : {Method::kSdlD, Method::kSdlG}) {
      SCOPED_TRACE(to_string(strategy) + " " + to_string(method));
      TrainOptions options = few_steps(method);
      options.strategy = strategy;
      const auto device = train_on_device(data, options);
      const auto cpu = train<float>(data.X, data.labels, {}, options, {}, Context(2));
      EXPECT_EQ(cpu.summary.device, "cpu");
      EXPECT_EQ(device.summary.device, "the host, step by step");
      EXPECT_EQ(device.summary.members[0][0].path.size(), cpu.summary.members[0][0].path.size());
      EXPECT_EQ(device.summary.members[0][0].gammas.size(),
                cpu.summary.members[0][0].gammas.size());
      EXPECT_NEAR(device.summary.members[0][0].lambda0, cpu.summary.members[0][0].lambda0,
                  0.05 * cpu.summary.members[0][0].lambda0);
      EXPECT_NEAR(error_of(device.classifier, data), error_of(cpu.classifier, data), 0.03);
    }
  }
}

TEST(DeviceTraining, BilinearDecisionsAreLearnedThereToo) {
  const auto data = some_data();
  TrainOptions options = few_steps();
  options.decision = Decision::kBilinear;
  const auto device = train_on_device(data, options);
  const auto cpu = train<float>(data.X, data.labels, {}, options, {}, Context(2));
  EXPECT_EQ(device.summary.device, "the host, step by step");
  EXPECT_EQ(device.classifier.members[0].parts[0].model.decision, Decision::kBilinear);
  EXPECT_NEAR(device.summary.members[0][0].lambda0, cpu.summary.members[0][0].lambda0,
              0.2 * cpu.summary.members[0][0].lambda0);
  EXPECT_NEAR(error_of(device.classifier, data), error_of(cpu.classifier, data), 0.03);
}

TEST(DeviceTraining, AResumedRunHasTheSameBits) {
  const auto data = some_data();
  TrainOptions options = few_steps();
  options.augment_shift = 1;
  options.preprocessing.image_height = 4;
  options.preprocessing.image_width = 6;
  const auto whole = train_on_device(data, options);

  const TemporaryFolder folder;
  TrainHooks hooks;
  hooks.checkpoint = folder / "state";
  int calls = 0;
  hooks.progress = [&](const Progress&) { return ++calls < 12; };
  const auto stopped = train_on_device(data, options, hooks);
  EXPECT_EQ(stopped.summary.status, TrainStatus::kStopped);
  EXPECT_TRUE(stopped.summary.resumable);
  hooks.progress = nullptr;
  hooks.resume = true;
  const auto resumed = train_on_device(data, options, hooks);
  EXPECT_EQ(resumed.summary.status, TrainStatus::kFinished);
  EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier));
  EXPECT_EQ(resumed.summary.members[0][0].gammas, whole.summary.members[0][0].gammas);
  // Finished parts are not trained again.
  EXPECT_EQ(all_parameters(train_on_device(data, options, hooks).classifier),
            all_parameters(whole.classifier));
}

TEST(DeviceTraining, RulesAndCalibrationRunThereToo) {
  const auto data = some_data();
  TrainOptions options = few_steps();
  options.lambda2.reset();
  options.mu.reset();
  options.calibrate = true;
  const auto device = train_on_device(data, options);
  const auto cpu = train<float>(data.X, data.labels, {}, options, {}, Context(2));
  EXPECT_EQ(device.summary.resolved.lambda2, cpu.summary.resolved.lambda2);
  EXPECT_EQ(device.summary.resolved.mu, cpu.summary.resolved.mu);
  EXPECT_EQ(device.summary.calibration[0].n_signals, cpu.summary.calibration[0].n_signals);
  EXPECT_NEAR(device.summary.calibration[0].factor, cpu.summary.calibration[0].factor, 0.2);
}

TEST(DeviceTraining, WhatIsNotServedIsTrainedOnTheCpuAndSaysSo) {
  const auto data = some_data();
  TrainOptions options = few_steps();
  options.strategy = Strategy::kMulticlass;
  const auto device = train_on_device(data, options);
  EXPECT_EQ(device.summary.device,
            "cpu (more than two classes in one model are trained on the CPU)");
  EXPECT_EQ(
      all_parameters(device.classifier),
      all_parameters(train<float>(data.X, data.labels, {}, options, {}, Context(2)).classifier));
}

TEST(DeviceTraining, SignalsThatAreLeftOutAreCountedInTheSummaryAndInAWarning) {
  const auto data = mixed_patterns<float>(60, 100, 2, 0.1, 1);
  TrainOptions options = few_steps();
  options.iterations = 12;
  options.atoms = 60;
  options.kappa = 1e-3;
  options.lambda0 = 100;
  const auto trained = train_on_device(data, options);
  EXPECT_GT(trained.summary.members[0][0].n_left_out, 0);
  ASSERT_FALSE(trained.summary.warnings.empty());
  const std::string expected =
      std::to_string(trained.summary.members[0][0].n_left_out) + " of 240 signals were left out";
  EXPECT_NE(trained.summary.warnings[0].find(expected), std::string::npos)
      << trained.summary.warnings[0];
}

TEST(DeviceTraining, PatienceEndsPartsOneByOne) {
  const auto data = some_data();
  TrainOptions options = few_steps();
  options.validation = 0.3;
  options.patience = 1;
  const auto device = train_on_device(data, options);
  for (const PartSummary& part : device.summary.members[0]) {
    EXPECT_GE(part.path.size(), 2U);
    EXPECT_LE(part.path.size(), 12U);
  }
}

}  // namespace
}  // namespace supdict::testing
