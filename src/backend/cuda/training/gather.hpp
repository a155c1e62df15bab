// SPDX-License-Identifier: BSD-3-Clause
// The beginning of a step: its signals, moved where the run augments, and the projection of D that
// the step before has left to do.
#pragma once

#include "backend/cuda/training/clock.hpp"

namespace supdict::cuda {

struct GatherMemory {
  double lanes[4];
  float sums[kThreads];
  float few[kThreads / 8];
};

/// Entry r of a signal that is moved: 0 from outside; what follows the pixels stays.
SUPDICT_BLOCK float moved_entry(const Run& run, const float* x, int r, const Moved& shift) {
  if (r >= run.height * run.width) return x[r];
  const int row = r / run.width - shift.rows;
  const int col = r % run.width - shift.cols;
  const bool inside = row >= 0 && row < run.height && col >= 0 && col < run.width;
  return inside ? x[row * run.width + col] : 0.0F;
}

/// x / ||x|| with the sums of signals::make_unit: in double, in four lanes.
template <class Block>
SUPDICT_BLOCK void make_unit(Block& block, GatherMemory& memory, float* x, int n) {
  block.each([&](int thread) {
    if (thread >= 4) return;
    double sum = 0;
    for (int r = thread; r < n; r += 4) {
      sum += static_cast<double>(x[r]) * static_cast<double>(x[r]);
    }
    memory.lanes[thread] = sum;
  });
  block.sync();
  block.each([&](int thread) {
    const double norm =
        sqrt((memory.lanes[0] + memory.lanes[1]) + (memory.lanes[2] + memory.lanes[3]));
    if (!(norm > 0)) return;
    for (int r = thread; r < n; r += kThreads) {
      x[r] = static_cast<float>(static_cast<double>(x[r]) / norm);
    }
  });
  block.sync();
}

/// The sum of what every thread has put into memory.sums, in a fixed order.
template <class Block, class Memory>
SUPDICT_BLOCK float sum_of_threads(Block& block, Memory& memory) {
  block.sync();
  block.each([&](int thread) {
    if (thread >= kThreads / 8) return;
    float sum = 0;
    for (int i = 0; i < 8; ++i) sum += memory.sums[8 * thread + i];
    memory.few[thread] = sum;
  });
  block.sync();
  float sum = 0;
  for (const float few : memory.few) sum += few;
  return sum;
}

/// ||x||^2.
template <class Block>
SUPDICT_BLOCK float energy_of(Block& block, GatherMemory& memory, const float* x, int n) {
  block.each([&](int thread) {
    float sum = 0;
    for (int r = thread; r < n; r += kThreads) sum += x[r] * x[r];
    memory.sums[thread] = sum;
  });
  return sum_of_threads(block, memory);
}

/// The signal of one slot of a batch, and once for the part the numbers of its step.
template <class Block>
SUPDICT_BLOCK void gather_signal(Block& block, GatherMemory& memory, const Group& group, int part,
                                 int slot) {
  const Sizes& sizes = group.sizes;
  const Run& run = group.run;
  const bool active = group.iteration[part] < group.stop[part];
  block.each([&](int thread) {
    if (slot > 0 || thread > 0) return;
    group.numbers[part] = active ? group.next_numbers[part] : StepNumbers();
  });
  if (!active) return;
  const Draw& draw = of_part(group.draws, part, sizes.slots)[slot];
  const std::int64_t member = draw.member;
  const float* source = group.signals + static_cast<std::int64_t>(group.members[member]) * sizes.n;
  float* x = signal_at(group, part, slot);
  block.each([&](int thread) {
    // All are on their way before the first is stored.
    constexpr int kAtOnce = 8;
    for (int first = thread; first < sizes.n; first += kAtOnce * kThreads) {
      float entries[kAtOnce];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const int r = first + i * kThreads;
        if (r >= sizes.n) continue;
        entries[i] = run.max_shift > 0 ? moved_entry(run, source, r, draw.shift) : source[r];
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const int r = first + i * kThreads;
        if (r < sizes.n) x[r] = entries[i];
      }
    }
  });
  block.sync();
  if (run.max_shift > 0 && run.unit_norm) make_unit(block, memory, x, sizes.n);
  const float energy = energy_of(block, memory, x, sizes.n);
  block.each([&](int thread) {
    if (thread > 0) return;
    of_part(group.energy, part, sizes.slots)[slot] = energy;
    of_part(group.weight, part, sizes.slots)[slot] = group.weights[member];
    of_part(group.label, part, sizes.slots)[slot] = group.labels[member];
  });
}

/// The signal of one slot that is only looked at, as it is.
template <class Block>
SUPDICT_BLOCK void gather_probe(Block& block, GatherMemory& memory, const Group& group, int part,
                                int slot) {
  const Sizes& sizes = group.sizes;
  const std::int64_t member = of_part(group.probe, part, sizes.slots)[slot];
  const bool there = member >= 0;
  const float* source =
      group.signals + static_cast<std::int64_t>(there ? group.members[member] : 0) * sizes.n;
  float* x = signal_at(group, part, slot);
  block.each([&](int thread) {
    for (int r = thread; r < sizes.n; r += kThreads) x[r] = there ? source[r] : 0.0F;
  });
  block.sync();
  const float energy = energy_of(block, memory, x, sizes.n);
  block.each([&](int thread) {
    if (thread > 0) return;
    of_part(group.energy, part, sizes.slots)[slot] = energy;
    of_part(group.weight, part, sizes.slots)[slot] = 0;
    of_part(group.label, part, sizes.slots)[slot] = 0;
    if (slot > 0) return;
    StepNumbers numbers;
    numbers.active = 1;
    numbers.mu = 1;  // both hypotheses
    group.numbers[part] = numbers;
  });
}

/// Some rows of D from what the last step has left: each atom is scaled into the unit ball. Done
/// twice it leaves the same bits.
template <class Block>
SUPDICT_BLOCK void project_rows(Block& block, const Group& group, int part, int tile) {
  const Sizes& sizes = group.sizes;
  const int quads = sizes.atoms / 4;
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(tile) * kNarrow * sizes.atoms;
  const float* next = next_of(group, part) + first;
  float* D = dictionary_of(group, part, 0) + first;
  block.each([&](int thread) {
    const int atom = thread % quads * 4;
    Quad norm = {};
#pragma unroll 8
    for (int t = 0; t < sizes.row_tiles(); ++t) {
      const Quad square = *reinterpret_cast<const Quad*>(squares_at(group, part, t) + atom);
      for (int i = 0; i < 4; ++i) norm.at[i] += square.at[i];
    }
    for (float& entry : norm.at) entry = sqrtf(entry);
    const int stride = kThreads / quads;
    constexpr int kAtOnce = 4;
    for (int first_row = thread / quads; first_row < kNarrow; first_row += kAtOnce * stride) {
      Quad d[kAtOnce];
#pragma unroll
      for (int r = 0; r < kAtOnce; ++r) {
        d[r] = *reinterpret_cast<const Quad*>(next + (first_row + r * stride) * sizes.atoms + atom);
      }
#pragma unroll
      for (int r = 0; r < kAtOnce; ++r) {
        for (int i = 0; i < 4; ++i) {
          if (norm.at[i] > 1.0F) d[r].at[i] /= norm.at[i];
        }
        *reinterpret_cast<Quad*>(D + (first_row + r * stride) * sizes.atoms + atom) = d[r];
      }
    }
  });
}

}  // namespace supdict::cuda
