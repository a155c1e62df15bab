// SPDX-License-Identifier: BSD-3-Clause
// Classifiers whose parts are all coded on a device, here the host that goes through its functions:
// costs, bounds, labels and certificates of the CPU.
#include "coding/parts_on_device.hpp"

#include <gtest/gtest.h>

#include "backend/cuda/emulation.hpp"
#include "model/prepared_classifier.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

using coding::BlockTask;
using coding::BlockView;

constexpr Index kFeatures = 20;
constexpr Index kSignals = 60;

/// Every seventh signal of every part is left to the host, as if the device had no code for it.
class EmulatedParts : public coding::DeviceParts {
 public:
  explicit EmulatedParts(const std::vector<const coding::Packed<float>*>& parts) {
    for (const auto* part : parts) plans_.emplace_back(*part);
  }

  bool code(std::span<const BlockTask<float>> tasks, const BlockView<float>& signals,
            std::span<const Sink> sinks, core::ThreadPool&, const Finish& finish) override {
    for (std::size_t part = 0; part < tasks.size(); ++part) {
      const BlockTask<float>& task = tasks[part];
      const cuda::Order order =
          plans_[part].order(task.lambda0, task.lambda1, task.hypotheses, task.settings);
      const Index codings = signals.m * task.n_hypotheses();
      Matrix<float> Alpha(task.packed.n_atoms(), codings);
      Matrix<float> posterior(2, codings);
      std::vector<coding::Size> left = cuda::emulate(
          plans_[part], order,
          {signals.X, signals.ldx, signals.m, Alpha.data(), posterior.data(), sinks[part].outcome});
      for (Index e = 0; e < codings; ++e) {
        sinks[part].nonzeros[e] = static_cast<int>((Alpha.col(e).array() != 0.0F).count());
      }
      for (coding::Size j = 0; j < signals.m; j += 7) left.push_back(j);
      finish(part, left);
    }
    return true;
  }

 private:
  std::vector<cuda::Plan> plans_;
};

Classifier<float> pairs(Decision decision) {
  Classifier<float> classifier;
  classifier.strategy = Strategy::kPairwise;
  classifier.labels = ClassLabels(std::vector<std::string>{"a", "b", "c"});
  classifier.preprocessing.n_raw = kFeatures;
  Member<float> member{.atoms = 30, .kappa = 0.16, .parts = {}};
  std::uint64_t seed = 5;
  for (const std::vector<int>& classes : {std::vector<int>{0, 1}, {2, 0}, {1, 2}}) {
    const auto problem = make_problem(
        {.decision = decision, .n = kFeatures, .k = 30, .kappa = 0.16, .seed = seed++});
    member.parts.push_back({classes, to_float(problem.model)});
  }
  classifier.members.push_back(std::move(member));
  return classifier;
}

class PartsOnDevice : public ::testing::TestWithParam<Decision> {
 protected:
  PartsOnDevice() {
    std::vector<const coding::Prepared<float>*> parts;
    std::vector<const coding::Packed<float>*> packed;
    for (Index i = 0; i < prepared_.n_parts(); ++i) {
      parts.push_back(prepared_.prepared(i).coder().get());
      packed.push_back(&parts.back()->packed());
    }
    device_ = std::make_unique<coding::PartsOnDevice>(
        parts, std::make_unique<EmulatedParts>(packed), "a device");
  }

  Classifier<float> classifier_ = pairs(GetParam());
  Context context_{2};
  model::PreparedClassifier<float> prepared_{classifier_, {}};
  Matrix<float> raw_ = random_matrix(kFeatures, kSignals, 99).cast<float>();
  Matrix<float> X_ = classifier_.preprocessing.apply<float>(raw_);
  std::unique_ptr<coding::PartsOnDevice> device_;
};

TEST_P(PartsOnDevice, CostsAndLabelsAreThoseOfTheCpu) {
  const std::vector<PartCosts> device = prepared_.costs_on(*device_, X_, context_);
  const std::vector<PartCosts> cpu = prepared_.costs(raw_, context_);
  ASSERT_EQ(device.size(), cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(device[i].summary.device, "a device");
    EXPECT_EQ(device[i].summary.n_finished_on_cpu, (kSignals + 6) / 7);
    EXPECT_EQ(device[i].summary.n_problems, 2 * kSignals);
    EXPECT_EQ(device[i].summary.n_converged, 2 * kSignals);
    EXPECT_NEAR(device[i].summary.mean_nonzeros, cpu[i].summary.mean_nonzeros, 0.05);
    for (Index e = 0; e < cpu[i].costs.size(); ++e) {
      EXPECT_LE(device[i].lower.data()[e], cpu[i].upper.data()[e]);
      EXPECT_GE(device[i].upper.data()[e], cpu[i].lower.data()[e]);
    }
  }
  const Classification one = classifier_.decide(device);
  const Classification other = classifier_.decide(cpu);
  EXPECT_EQ(one.certified, other.certified);
  EXPECT_EQ(one.label, other.label);
  EXPECT_LE((one.probabilities - other.probabilities).cwiseAbs().maxCoeff(), 1e-3);
}

TEST_P(PartsOnDevice, EntriesThatAreNotFiniteAreRefusedByNameOfThePlace) {
  X_(3, 4) = std::numeric_limits<float>::quiet_NaN();
  class Refuses : public coding::DeviceParts {
    bool code(std::span<const BlockTask<float>>, const BlockView<float>&, std::span<const Sink>,
              core::ThreadPool&, const Finish&) override {
      return false;
    }
  };
  const coding::PartsOnDevice device({prepared_.prepared(0).coder().get()},
                                     std::make_unique<Refuses>(), "a device");
  expect_error(ErrorCode::kInvalidValue, {"X", "nan"}, [&] { (void)device.costs(X_, context_); });
}

INSTANTIATE_TEST_SUITE_P(Decisions, PartsOnDevice,
                         ::testing::Values(Decision::kLinear, Decision::kBilinear),
                         [](const auto& chosen) { return to_string(chosen.param); });

TEST(PartsOnDeviceOrNot, WhatADeviceDoesNotServeIsSaid) {
  const auto three = make_problem({.p = 3});
  const coding::Prepared<float> softmax(to_float(three.model), {});
  EXPECT_EQ(coding::PartsOnDevice::why_not(softmax),
            "the class term softmax is not served on a GPU");
  const auto two = make_problem({});
  EXPECT_EQ(coding::PartsOnDevice::why_not(coding::Prepared<float>(to_float(two.model), {})), "");
}

}  // namespace
}  // namespace supdict::testing
