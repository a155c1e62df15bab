// SPDX-License-Identifier: BSD-3-Clause
// What the public face of coding does not show of the device: signals of bytes, and signals and
// codes that stay there.
#include <gtest/gtest.h>

#include <random>

#include "backend/cuda/engine.hpp"
#include "coding/packed.hpp"
#include "core/devices.hpp"
#include "supdict/coding.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

const cuda::ForEach kInTurn = [](coding::Size count, const std::function<void(coding::Size)>& f) {
  for (coding::Size i = 0; i < count; ++i) f(i);
};

struct Size {
  Index n;
  Index k;
  Index m;
  Index stride;
  Decision decision;
};

class EngineOf : public ::testing::TestWithParam<Size> {
 protected:
  void SetUp() override {
    if (core::n_cuda_devices() == 0) GTEST_SKIP() << "no GPU";
    const Size& size = GetParam();
    model_ = to_float(make_problem({.decision = size.decision,
                                    .n = size.n,
                                    .k = size.k,
                                    .m = 1,
                                    .lambda0 = 5,
                                    .kappa = 0.3,
                                    .theta = 0.7})
                          .model);
    std::mt19937 random(7);
    bytes_.resize(static_cast<std::size_t>(size.stride * size.m));
    for (std::uint8_t& byte : bytes_) byte = static_cast<std::uint8_t>(random() % 256);
    X_.resize(size.n, size.m);
    for (Index j = 0; j < size.m; ++j) {
      for (Index t = 0; t < size.n; ++t) {
        std::uint8_t& byte = bytes_[static_cast<std::size_t>(j * size.stride + t)];
        if (j % 5 == 1 || (j % 5 == 2 && t % 3 > 0)) byte = 0;
        X_(t, j) = byte;
      }
      if (X_.col(j).norm() > 0) X_.col(j).normalize();
    }
  }

  SupervisedDictionary<float> model_;
  std::vector<std::uint8_t> bytes_;
  Matrix<float> X_;
};

TEST_P(EngineOf, BytesStandForSignalsOfUnitNorm) {
  const Size& size = GetParam();
  const coding::Packed<float> packed(model_, false);
  const cuda::Plan plan(packed);
  const std::vector<int> both = {0, 1};
  const cuda::Order order = plan.order(model_.lambda0, model_.lambda1, both, {1e-6, 20000, {}});
  cuda::Engine engine(plan, 0);
  Matrix<float> Alpha(size.k, 2 * size.m);
  Matrix<float> posterior(2, 2 * size.m);
  std::vector<coding::Outcome> outcomes(static_cast<std::size_t>(2 * size.m));
  Index unfinished = 0;
  const auto count = [&](const std::vector<coding::Size>& signals) {
    unfinished += std::ssize(signals);
  };
  const cuda::Source source{.bytes = bytes_.data(), .stride = size.stride};
  ASSERT_TRUE(engine.code(
      order, source, size.m,
      {.Alpha = Alpha.data(), .posterior = posterior.data(), .outcome = outcomes.data()}, {},
      kInTurn, count));
  EXPECT_LE(unfinished, size.m / 10);
  const Codes<float> codes = Coder<float>(model_).encode(X_);
  for (Index c = 0; c < 2 * size.m; ++c) {
    const coding::Outcome& outcome = outcomes[static_cast<std::size_t>(c)];
    if (outcome.status != coding::Status::kConverged) continue;
    EXPECT_NEAR(outcome.value, codes.value.data()[c], kRoundingFloat * outcome.value) << c;
    EXPECT_LE(outcome.lower, outcome.upper) << c;
    EXPECT_LE((Alpha.col(c) - codes.Alpha.col(c)).cwiseAbs().maxCoeff(), 1e-4F) << c;
  }

  const cuda::Block there = cuda::device_block(bytes_.size());
  const cuda::Block results = cuda::device_block(sizeof(coding::Outcome) * outcomes.size());
  cuda::copy_bytes(there.get(), bytes_.data(), bytes_.size());
  cuda::Source resident = source;
  resident.bytes = static_cast<const std::uint8_t*>(there.get());
  resident.on_device = true;
  const cuda::Sink sink{.outcome = static_cast<coding::Outcome*>(results.get()), .on_device = true};
  ASSERT_TRUE(engine.code(order, resident, size.m, sink, {}, kInTurn, count));
  std::vector<coding::Outcome> same(outcomes.size());
  cuda::copy_bytes(same.data(), results.get(), sizeof(coding::Outcome) * same.size());
  for (std::size_t c = 0; c < same.size(); ++c) {
    EXPECT_EQ(same[c].value, outcomes[c].value);
    EXPECT_EQ(same[c].lower, outcomes[c].lower);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EngineOf,
                         ::testing::Values(Size{784, 64, 2000, 784, Decision::kLinear},
                                           Size{64, 40, 333, 64, Decision::kLinear},
                                           Size{61, 64, 100, 67, Decision::kLinear},
                                           Size{130, 200, 300, 144, Decision::kLinear},
                                           Size{77, 64, 300, 77, Decision::kBilinear}),
                         [](const ::testing::TestParamInfo<Size>& chosen) {
                           const Size& size = chosen.param;
                           return "n" + std::to_string(size.n) + "_k" + std::to_string(size.k) +
                                  "_stride" + std::to_string(size.stride);
                         });

}  // namespace
}  // namespace supdict::testing
