// SPDX-License-Identifier: BSD-3-Clause
// Training steps as a GPU takes them, on the host and on the GPU if there is one: against the
// trainer's own step.
#include "backend/cuda/training/group_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "backend/cuda/training/device_machine.hpp"
#include "core/devices.hpp"
#include "core/rng.hpp"
#include "signals/signal_set.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "training/methods/gradient_step.hpp"

namespace supdict::testing {
namespace {

constexpr double kSeed = 7;
constexpr std::uint64_t kBatches = 11;
constexpr std::uint64_t kShifts = 12;

/// One part as the trainer keeps it.
struct Trained {
  std::vector<Index> columns;
  std::vector<int> y;
  std::vector<double> weights;
  SupervisedDictionary<float> model;
  training::Moments<float> moments;

  double total() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }
  double mean() const { return total() / static_cast<double>(weights.size()); }

  cuda::PartTensors tensors() {
    auto& [D, W, b] = moments;
    return {{&model.D, &D.m, &D.v},
            {&model.W, &W.m, &W.v},
            {{model.b.data(), 2}, {b.m.data(), 2}, {b.v.data(), 2}}};
  }
};

struct Trial {
  Decision decision = Decision::kLinear;
  Index n = 20;
  Index k = 16;
  Index batch = 24;
  double mu = 0.8;
  double lambda2 = 0.3;
  double lambda0 = 5;
  double kappa = 0.16;
  int max_shift = 0;
};

class Side {
 public:
  Side(const Trial& setup, bool on_gpu) : setup_(setup), on_gpu_(on_gpu) {
    const Index m = 60;
    for (std::uint64_t part = 0; part < 3; ++part) {
      const auto problem = make_problem({.decision = setup.decision,
                                         .n = setup.n,
                                         .k = setup.k,
                                         .m = m,
                                         .lambda0 = setup.lambda0,
                                         .kappa = setup.kappa,
                                         .theta = 0.5,
                                         .seed = 5 + part});
      if (part == 0) X_ = problem.X.cast<float>();
      Trained trained;
      trained.model = to_float(problem.model);
      for (Index j = static_cast<Index>(part); j < m - 3 * static_cast<Index>(part); ++j) {
        trained.columns.push_back(j);
        trained.y.push_back(problem.y[static_cast<std::size_t>(j)]);
        trained.weights.push_back(j % 7 == 0 ? 0 : 0.5 + static_cast<double>(j % 3));
      }
      trained.moments.start(trained.model);
      parts_.push_back(std::move(trained));
    }
  }

  cuda::Run run() const {
    cuda::Run run;
    run.seed = kSeed;
    run.batch_stream = kBatches;
    run.shift_stream = kShifts;
    run.iterations = 50;
    run.mu_ramp = 4;
    run.rate_dictionary = 3e-3;
    run.rate_theta = 5e-2;
    run.beta2 = 0.95;
    run.tolerance = 1e-6F;
    run.most_steps = 20000;
    run.max_shift = setup_.max_shift;
    run.height = 4;
    run.width = static_cast<int>(setup_.n / 4);
    run.unit_norm = true;
    return run;
  }

  cuda::GroupSteps group() {
    std::vector<cuda::PartSource> sources;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const Trained& trained = parts_[part];
      sources.push_back({part, trained.columns, trained.y, trained.weights, trained.mean(),
                         2 * setup_.lambda2 / trained.total(), setup_.mu});
    }
    cuda::GroupSteps steps(on_gpu_ ? cuda::make_device_machine(0) : cuda::make_host_machine(),
                           run(), setup_.decision, setup_.k, setup_.batch, X_, sources);
    for (int part = 0; part < steps.n_parts(); ++part) put(steps, part, 0);
    steps.send();
    return steps;
  }

  void put(cuda::GroupSteps& steps, int part, Index iteration) {
    Trained& trained = parts_[static_cast<std::size_t>(part)];
    steps.put(part, iteration, trained.tensors());
    steps.set_scale(part, trained.model.lambda0, trained.model.lambda1);
  }

  /// The step of the trainer.
  void step(int part, Index iteration) {
    Trained& trained = parts_[static_cast<std::size_t>(part)];
    const Index m = std::ssize(trained.columns);
    std::vector<Index> members;
    for (Index at = iteration * setup_.batch; at < (iteration + 1) * setup_.batch; ++at) {
      const core::Permutation order(
          {static_cast<std::uint64_t>(kSeed), kBatches, static_cast<std::uint64_t>(part),
           static_cast<std::uint64_t>(at / m)},
          m);
      members.push_back(order.at(at % m));
    }
    Preprocessing preprocessing;
    preprocessing.unit_norm = true;
    preprocessing.image_height = 4;
    preprocessing.image_width = static_cast<int>(setup_.n / 4);
    const signals::SignalSet<float> set(X_, trained.columns, preprocessing, setup_.max_shift);
    core::Rng shifts{static_cast<std::uint64_t>(kSeed), kShifts, static_cast<std::uint64_t>(part),
                     kBatches, static_cast<std::uint64_t>(iteration)};
    training::Batch<float> batch;
    set.gather_augmented(members, shifts, Context(1), batch.X);
    for (const Index j : members) {
      batch.y.push_back(trained.y[static_cast<std::size_t>(j)]);
      batch.weights.push_back(trained.weights[static_cast<std::size_t>(j)]);
    }
    const double done = static_cast<double>(iteration);
    const double factor = 0.5 * (1 + std::cos(std::numbers::pi * done / run().iterations));
    training::gradient_step<float>(batch,
                                   {.mu = setup_.mu * std::min(1.0, done / run().mu_ramp),
                                    .lambda2 = setup_.lambda2,
                                    .total_weight = trained.total(),
                                    .mean_weight = trained.mean(),
                                    .rate_dictionary = factor * run().rate_dictionary,
                                    .rate_theta = factor * run().rate_theta,
                                    .beta2 = run().beta2,
                                    .t = iteration + 1},
                                   {.tolerance = 1e-6}, Context(1), trained.model, trained.moments);
  }

  std::vector<Trained>& parts() { return parts_; }
  const Matrix<float>& signals() const { return X_; }

 private:
  Trial setup_;
  bool on_gpu_;
  Matrix<float> X_;
  std::vector<Trained> parts_;
};

void expect_alike(const Trained& found, const Trained& expected, double tolerance) {
  EXPECT_LE(relative_difference(found.moments.D.m, expected.moments.D.m), tolerance);
  EXPECT_LE(relative_difference(found.moments.W.m, expected.moments.W.m), tolerance);
  EXPECT_LE(relative_difference(found.moments.b.m, expected.moments.b.m), tolerance);
  EXPECT_LE(relative_difference(found.moments.D.v, expected.moments.D.v), tolerance);
  EXPECT_LE(relative_difference(found.moments.W.v, expected.moments.W.v), tolerance);
  EXPECT_LE(relative_difference(found.model.D, expected.model.D), tolerance);
  EXPECT_LE(relative_difference(found.model.W, expected.model.W), tolerance);
  EXPECT_LE(relative_difference(found.model.b, expected.model.b), tolerance);
}

void expect_steps_of_the_trainer(const Trial& setup, bool on_gpu, Index steps, double tolerance) {
  Side device(setup, on_gpu);
  Side trainer(setup, false);
  cuda::GroupSteps group = device.group();
  group.advance(std::vector<std::int64_t>(3, steps));
  group.fetch();
  for (int part = 0; part < 3; ++part) {
    SCOPED_TRACE(part);
    group.get(part, device.parts()[static_cast<std::size_t>(part)].tensors());
    for (Index i = 0; i < steps; ++i) trainer.step(part, i);
    expect_alike(device.parts()[static_cast<std::size_t>(part)],
                 trainer.parts()[static_cast<std::size_t>(part)], tolerance);
    EXPECT_EQ(group.unfinished(part), 0);
    EXPECT_EQ(group.iteration(part), steps);
  }
}

/// false: on the host; true: on the GPU.
class GroupSteps : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam() && core::n_cuda_devices() == 0) GTEST_SKIP() << "there is no GPU";
  }
};

TEST_P(GroupSteps, TheFirstStepIsThatOfTheTrainer) {
  expect_steps_of_the_trainer({}, GetParam(), 1, 1e-4);
}

TEST_P(GroupSteps, StepsOfManySizesAreThoseOfTheTrainer) {
  for (const Trial& setup : {Trial{.n = 1 * 4, .k = 3, .batch = 1}, Trial{.n = 40, .k = 64},
                             Trial{.n = 128, .k = 65, .batch = 33}, Trial{.mu = 0},
                             Trial{.n = 200, .k = 130, .batch = 64, .lambda0 = 50}}) {
    SCOPED_TRACE(setup.k);
    expect_steps_of_the_trainer(setup, GetParam(), 6, 3e-3);
  }
}

TEST_P(GroupSteps, BilinearStepsAreThoseOfTheTrainer) {
  expect_steps_of_the_trainer({.decision = Decision::kBilinear}, GetParam(), 1, 1e-4);
  for (const Trial& setup : {Trial{.decision = Decision::kBilinear, .n = 40, .k = 64},
                             Trial{.decision = Decision::kBilinear, .n = 36, .k = 70, .batch = 33},
                             Trial{.decision = Decision::kBilinear, .mu = 0}}) {
    SCOPED_TRACE(setup.k);
    expect_steps_of_the_trainer(setup, GetParam(), 6, 3e-3);
  }
}

TEST_P(GroupSteps, ShiftedImagesAreThoseOfTheTrainer) {
  expect_steps_of_the_trainer({.n = 21, .max_shift = 2}, GetParam(), 6, 3e-3);
}

/// All numbers of a part.
std::vector<float> bits_of(Trained& trained) {
  const cuda::PartTensors tensors = trained.tensors();
  std::vector<float> bits;
  for (int piece = 0; piece < cuda::Group::kPieces; ++piece) {
    for (const Matrix<float>* M : {tensors.D[piece], tensors.W[piece]}) {
      bits.insert(bits.end(), M->data(), M->data() + M->size());
    }
    bits.insert(bits.end(), tensors.b[piece].begin(), tensors.b[piece].end());
  }
  return bits;
}

TEST_P(GroupSteps, HowOftenSomebodyLooksDoesNotChangeABit) {
  Side whole({}, GetParam());
  cuda::GroupSteps at_once = whole.group();
  at_once.advance(std::vector<std::int64_t>{9, 4, 7});
  at_once.fetch();

  Side pieces({}, GetParam());
  cuda::GroupSteps group = pieces.group();
  group.advance(std::vector<std::int64_t>{5, 4, 1});
  group.fetch();
  for (int part = 0; part < 3; ++part) {
    group.get(part, pieces.parts()[static_cast<std::size_t>(part)].tensors());
  }
  group.advance(std::vector<std::int64_t>{6, 4, 7});
  group.fetch();
  // From what was fetched first, in another group: a run that is resumed.
  cuda::GroupSteps resumed = pieces.group();
  pieces.put(resumed, 0, 5);
  pieces.put(resumed, 1, 4);
  pieces.put(resumed, 2, 1);
  resumed.send();
  resumed.advance(std::vector<std::int64_t>{9, 4, 7});
  resumed.fetch();
  for (int part = 0; part < 3; ++part) {
    const auto at = static_cast<std::size_t>(part);
    at_once.get(part, whole.parts()[at].tensors());
    resumed.get(part, pieces.parts()[at].tensors());
    EXPECT_EQ(bits_of(whole.parts()[at]), bits_of(pieces.parts()[at])) << part;
  }
  group.get(2, pieces.parts()[2].tensors());
  EXPECT_EQ(bits_of(whole.parts()[2]), bits_of(pieces.parts()[2]));
}

TEST_P(GroupSteps, ALookFindsTheCostsOfTheCpu) {
  for (const Trial& setup :
       {Trial{}, Trial{.decision = Decision::kBilinear}, Trial{.n = 128, .k = 65, .batch = 33}}) {
    SCOPED_TRACE(to_string(setup.decision) + " " + std::to_string(setup.k));
    Side side(setup, GetParam());
    cuda::GroupSteps group = side.group();
    group.advance(std::vector<std::int64_t>{4, 4, 4});
    const std::vector<std::vector<Index>> members = {{}, {5, 3, 4, 50}, std::vector<Index>(40, 7)};
    const std::vector<cuda::Looked> looked = group.look(members);
    EXPECT_EQ(looked[0].costs.cols(), 0);
    group.fetch();
    for (int part = 1; part < 3; ++part) {
      Trained& trained = side.parts()[static_cast<std::size_t>(part)];
      const auto& chosen = members[static_cast<std::size_t>(part)];
      const cuda::Looked& found = looked[static_cast<std::size_t>(part)];
      Matrix<float> W = trained.model.W;
      std::vector<float> b(2);
      group.fetch_theta(part, W, b);
      group.get(part, trained.tensors());
      EXPECT_TRUE(same_bits(W, trained.model.W));
      EXPECT_EQ(b[1], trained.model.b[1]);
      std::vector<Index> columns;
      for (const Index j : chosen) columns.push_back(trained.columns[static_cast<std::size_t>(j)]);
      const Matrix<float> X = side.signals()(Eigen::all, columns);
      const auto codes = Coder<float>(trained.model, {.tolerance = 1e-6}, Context(1)).encode(X);
      EXPECT_TRUE(found.complete);
      EXPECT_NEAR(found.energy, static_cast<double>(X.squaredNorm()), 1e-3);
      EXPECT_LE((found.costs - codes.value).cwiseAbs().maxCoeff(), 1e-3);
      EXPECT_NEAR(found.nonzeros / static_cast<double>(codes.value.size()),
                  codes.summary.mean_nonzeros, 0.1);
    }
  }
}

TEST_P(GroupSteps, ALookDoesNotChangeABit) {
  Side looking({}, GetParam());
  Side stepping({}, GetParam());
  cuda::GroupSteps one = looking.group();
  cuda::GroupSteps other = stepping.group();
  const std::vector<std::vector<Index>> members(3, std::vector<Index>{1, 2, 3});
  (void)one.look(members);
  one.advance(std::vector<std::int64_t>{3, 2, 3});
  (void)one.look(members);
  one.advance(std::vector<std::int64_t>{6, 2, 6});
  other.advance(std::vector<std::int64_t>{6, 2, 6});
  one.fetch();
  other.fetch();
  for (int part = 0; part < 3; ++part) {
    const auto at = static_cast<std::size_t>(part);
    one.get(part, looking.parts()[at].tensors());
    other.get(part, stepping.parts()[at].tensors());
    EXPECT_EQ(bits_of(looking.parts()[at]), bits_of(stepping.parts()[at]));
  }
}

TEST_P(GroupSteps, SignalsWithMoreNonZerosThanLanesTakePart) {
  expect_steps_of_the_trainer({.n = 128, .k = 64, .lambda0 = 500, .kappa = 1e-3}, GetParam(), 2,
                              3e-3);
}

TEST_P(GroupSteps, SignalsWithoutRoomAreCountedAndLeftOut) {
  Side device({.n = 160, .k = 128, .lambda0 = 500, .kappa = 1e-4}, GetParam());
  cuda::GroupSteps group = device.group();
  group.advance(std::vector<std::int64_t>(3, 2));
  group.fetch();
  for (int part = 0; part < 3; ++part) {
    Trained& trained = device.parts()[static_cast<std::size_t>(part)];
    group.get(part, trained.tensors());
    EXPECT_GT(group.unfinished(part), 0);
    EXPECT_LE(group.unfinished(part), 2 * 24);
    for (const float value : bits_of(trained)) ASSERT_TRUE(std::isfinite(value));
  }
}

/// Whatever else is in the group.
TEST_P(GroupSteps, OtherPartsDoNotChangeABit) {
  Side together({}, GetParam());
  cuda::GroupSteps all = together.group();
  all.advance(std::vector<std::int64_t>{30, 30, 30});
  all.fetch();
  Side again({}, GetParam());
  cuda::GroupSteps one = again.group();
  one.advance(std::vector<std::int64_t>{0, 30, 0});
  one.fetch();
  all.get(1, together.parts()[1].tensors());
  one.get(1, again.parts()[1].tensors());
  EXPECT_EQ(bits_of(together.parts()[1]), bits_of(again.parts()[1]));
}

INSTANTIATE_TEST_SUITE_P(Machines, GroupSteps, ::testing::Bool(),
                         [](const auto& chosen) { return chosen.param ? "Gpu" : "Host"; });

}  // namespace
}  // namespace supdict::testing
