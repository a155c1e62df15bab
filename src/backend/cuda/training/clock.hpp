// SPDX-License-Identifier: BSD-3-Clause
// What depends on the number of a step alone: mu, rates, Adam's corrections, and which signals it
// takes. The formulas of training/methods (path.cpp, stochastic.cpp, adam.hpp).
#pragma once

#include <cmath>

#include "backend/cuda/training/views.hpp"
#include "core/random_words.hpp"

namespace supdict::cuda {

SUPDICT_BLOCK StepNumbers numbers_of_step(const Run& run, double mu, std::int64_t iteration) {
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kBeta1 = 0.9;
  const auto done = static_cast<double>(iteration);
  const double share = done / run.iterations;
  const double factor = 0.5 * (1 + cos(kPi * (share < 1 ? share : 1.0)));
  const double correction1 = 1 - pow(kBeta1, done + 1);
  const double correction2 = 1 - pow(run.beta2, done + 1);
  StepNumbers numbers;
  numbers.active = 1;
  numbers.counts = 1;
  numbers.mu = static_cast<float>(mu * (done < run.mu_ramp ? done / run.mu_ramp : 1.0));
  numbers.scale_dictionary = static_cast<float>(factor * run.rate_dictionary / correction1);
  numbers.scale_theta = static_cast<float>(factor * run.rate_theta / correction1);
  numbers.root = static_cast<float>(1 / sqrt(correction2));
  return numbers;
}

/// The member of a part that a step takes: batches run through one shuffled order after the other.
SUPDICT_BLOCK std::int64_t member_of_step(const Run& run, const PartFacts& facts, int batch,
                                          std::int64_t iteration, int slot) {
  const std::int64_t at = iteration * batch + slot;
  const auto epoch = static_cast<std::uint64_t>(at / facts.count);
  const core::Permutation order({run.seed, run.batch_stream, facts.stream, epoch}, facts.count);
  return order.at(at % facts.count);
}

/// The shift of the slot-th signal of a step.
SUPDICT_BLOCK Moved shift_of_step(const Run& run, const PartFacts& facts, std::int64_t iteration,
                                  int slot) {
  const core::RandomWords words{run.seed, run.shift_stream, facts.stream, run.batch_stream,
                                static_cast<std::uint64_t>(iteration)};
  const int choices = 2 * run.max_shift + 1;
  const auto draw = [&](int i) {
    const std::uint64_t word = words.after(2 * static_cast<std::uint64_t>(slot) + i);
    return static_cast<int>(core::RandomWords::below(choices, word)) - run.max_shift;
  };
  return {draw(0), draw(1)};
}

/// What the next step of a part is made of. Nothing here depends on what was learned.
template <class Block>
SUPDICT_BLOCK void draw_step(Block& block, const Group& group, int part) {
  const Sizes& sizes = group.sizes;
  const Run& run = group.run;
  const PartFacts& facts = group.facts[part];
  const std::int64_t iteration = group.iteration[part];
  Draw* draws = of_part(group.draws, part, sizes.slots);
  block.each([&](int thread) {
    if (thread == 0) group.next_numbers[part] = numbers_of_step(run, facts.mu, iteration);
    for (int slot = thread; slot < sizes.batch; slot += kThreads) {
      draws[slot].member = facts.first + member_of_step(run, facts, sizes.batch, iteration, slot);
      if (run.max_shift > 0) draws[slot].shift = shift_of_step(run, facts, iteration, slot);
    }
  });
}

}  // namespace supdict::cuda
