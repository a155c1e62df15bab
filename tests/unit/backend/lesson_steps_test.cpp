// SPDX-License-Identifier: BSD-3-Clause
// Dictionaries learned side by side on a device, here the host that goes through its functions:
// what the CPU learns from the same batches.
#include "backend/cuda/training/lesson_steps.hpp"

#include <gtest/gtest.h>

#include "backend/cuda/training/device_machine.hpp"
#include "core/devices.hpp"
#include "core/rng.hpp"
#include "supdict/dictionary.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

constexpr Index kSignals = 150;

/// On the GPU if there is one, and in every case on the host.
struct Lessons {
  bool on_gpu;
  Index n;
  Index k;
  Index batch;
  double kappa;
};

/// Batches of one part, drawn with a seed; the last one of each epoch is shorter.
std::vector<std::vector<Index>> some_batches(Index batch, int epochs, std::uint64_t seed) {
  std::vector<std::vector<Index>> batches;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    std::vector<Index> order(kSignals);
    for (Index j = 0; j < kSignals; ++j) order[static_cast<std::size_t>(j)] = j;
    core::Rng{seed, static_cast<std::uint64_t>(epoch)}.shuffle(order);
    for (Index first = 0; first < kSignals; first += batch) {
      const Index count = std::min(batch, kSignals - first);
      batches.emplace_back(order.begin() + first, order.begin() + first + count);
    }
  }
  return batches;
}

std::vector<std::int32_t> filled_up(const std::vector<std::vector<Index>>& batches, Index batch) {
  std::vector<std::int32_t> order;
  for (const auto& members : batches) {
    for (const Index j : members) order.push_back(static_cast<std::int32_t>(j));
    order.resize(order.size() + static_cast<std::size_t>(batch) - members.size(), -1);
  }
  return order;
}

class LessonStepsOf : public ::testing::TestWithParam<Lessons> {
 protected:
  void SetUp() override {
    if (GetParam().on_gpu && core::n_cuda_devices() == 0) GTEST_SKIP() << "there is no GPU";
  }
  static std::unique_ptr<cuda::Machine> machine() {
    return GetParam().on_gpu ? cuda::make_device_machine(0) : cuda::make_host_machine();
  }
  DictionaryOptions options() const {
    DictionaryOptions options;
    options.atoms = static_cast<int>(GetParam().k);
    options.kappa = GetParam().kappa;
    return options;
  }
  cuda::LessonOptions lesson() const {
    return {.atoms = GetParam().k,
            .batch = GetParam().batch,
            .kappa = GetParam().kappa,
            .forgetting = options().forgetting,
            .tolerance = 1e-4,
            .max_iterations = 20000};
  }
  Matrix<float> first(std::uint64_t seed) const {
    DictionaryOptions chosen = options();
    chosen.seed = seed;
    return start_dictionary<float>(X_, chosen).D;
  }
  /// The CPU's, without its repairs: these are the caller's.
  Matrix<float> on_cpu(const std::vector<std::vector<Index>>& batches, std::uint64_t seed) const {
    DictionaryState<float> state = start_dictionary<float>(X_, options());
    state.D = first(seed);
    for (const auto& members : batches) {
      const Matrix<float> batch = X_(Eigen::all, members);
      update_dictionary<float>(state, batch, options(), fast_coding(), Context(1));
    }
    EXPECT_EQ(state.n_replaced, 0);
    return state.D;
  }

  Matrix<float> X_ = [] {
    Matrix<float> X = random_matrix(GetParam().n, kSignals, 17).cast<float>();
    for (auto x : X.colwise()) x.normalize();
    return X;
  }();
};

TEST_P(LessonStepsOf, AreThoseOfTheCpu) {
  const Index batch = GetParam().batch;
  const auto few = some_batches(batch, 1, 3);
  const auto many = some_batches(batch, 2, 4);
  const auto machine = LessonStepsOf::machine();
  const std::vector<std::vector<std::int32_t>> orders = {filled_up(few, batch),
                                                         filled_up(many, batch)};
  cuda::LessonSteps lessons(*machine, lesson(), X_, orders);
  lessons.start(0, first(1));
  lessons.start(1, first(2));
  lessons.advance(2);
  lessons.advance(std::ssize(many));
  EXPECT_EQ(lessons.left_out(0) + lessons.left_out(1), 0);
  EXPECT_LE((lessons.dictionary(0) - on_cpu(few, 1)).cwiseAbs().maxCoeff(), 2e-3F);
  EXPECT_LE((lessons.dictionary(1) - on_cpu(many, 2)).cwiseAbs().maxCoeff(), 2e-3F);
}

TEST_P(LessonStepsOf, ContinueWithWhatIsPut) {
  const Index batch = GetParam().batch;
  const auto batches = some_batches(batch, 2, 5);
  const std::vector<std::vector<std::int32_t>> orders = {filled_up(batches, batch)};
  const auto learn = [&](bool with_pause) {
    const auto machine = LessonStepsOf::machine();
    cuda::LessonSteps lessons(*machine, lesson(), X_, orders);
    lessons.start(0, first(1));
    if (with_pause) {
      lessons.advance(3);
      const cuda::Learned learned = lessons.get(0);
      EXPECT_EQ(learned.A.rows(), GetParam().k);
      EXPECT_EQ(learned.B.rows(), GetParam().n);
      lessons.put(0, learned);
    }
    lessons.advance(std::ssize(batches));
    return lessons.dictionary(0);
  };
  EXPECT_TRUE(same_bits(learn(true), learn(false)));
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, LessonStepsOf,
    ::testing::Values(Lessons{false, 20, 12, 40, 0.2}, Lessons{false, 33, 50, 64, 0.3},
                      Lessons{false, 40, 70, 150, 0.3}, Lessons{true, 20, 12, 40, 0.2},
                      Lessons{true, 33, 50, 64, 0.3}, Lessons{true, 40, 70, 150, 0.3}),
    [](const auto& chosen) {
      const Lessons& sizes = chosen.param;
      return (sizes.on_gpu ? "gpu_n" : "host_n") + std::to_string(sizes.n) + "_k" +
             std::to_string(sizes.k) + "_batch" + std::to_string(sizes.batch);
    });

TEST(LessonSteps, AtomsThatNoCodeUsesAreDead) {
  Matrix<float> X = Matrix<float>::Zero(6, 30);
  for (Index j = 0; j < X.cols(); ++j) X(j % 2, j) = 1;
  Matrix<float> D = Matrix<float>::Identity(6, 3);
  std::vector<std::int32_t> order(30);
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<std::int32_t>(j);
  const auto machine = cuda::make_host_machine();
  cuda::LessonSteps lessons(*machine,
                            {.atoms = 3,
                             .batch = 30,
                             .kappa = 0.1,
                             .forgetting = 3,
                             .tolerance = 1e-4,
                             .max_iterations = 100},
                            X, std::vector<std::vector<std::int32_t>>{order});
  lessons.start(0, D);
  lessons.advance(1);
  lessons.look();
  EXPECT_TRUE(lessons.has_dead_atoms(0));
  EXPECT_TRUE(same_bits(Matrix<float>(lessons.dictionary(0).col(2)), Matrix<float>(D.col(2))));
}

}  // namespace
}  // namespace supdict::testing
