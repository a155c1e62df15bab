// SPDX-License-Identifier: BSD-3-Clause
// The stages of a batch of a lesson (lesson.hpp).
#pragma once

#include "backend/cuda/training/codes.hpp"
#include "backend/cuda/training/gather.hpp"
#include "backend/cuda/training/lesson.hpp"
#include "backend/cuda/training/update.hpp"

namespace supdict::cuda {

SUPDICT_BLOCK std::int32_t signal_of(const Group& group, const Lesson& lesson, int part, int slot) {
  const std::int64_t batch = group.iteration[part];
  return lesson
      .order[(static_cast<std::int64_t>(part) * lesson.batches + batch) * group.sizes.slots + slot];
}

/// Once for the part, whether there is a batch left.
template <class Block>
SUPDICT_BLOCK void gather_lesson(Block& block, GatherMemory& memory, const Group& group,
                                 const Lesson& lesson, int part, int slot) {
  const Sizes& sizes = group.sizes;
  const bool active = group.iteration[part] < group.stop[part];
  block.each([&](int thread) {
    if (slot > 0 || thread > 0) return;
    group.numbers[part].active = active ? 1 : 0;
    group.numbers[part].counts = active ? 1 : 0;
  });
  if (!active) return;
  const std::int32_t signal = signal_of(group, lesson, part, slot);
  const float* source =
      group.signals + static_cast<std::int64_t>(signal < 0 ? 0 : signal) * sizes.n;
  float* x = signal_at(group, part, slot);
  block.each([&](int thread) {
    for (int r = thread; r < sizes.n; r += kThreads) x[r] = signal < 0 ? 0.0F : source[r];
  });
  block.sync();
  const float energy = energy_of(block, memory, x, sizes.n);
  block.each([&](int thread) {
    if (thread > 0) return;
    of_part(group.energy, part, sizes.slots)[slot] = energy;
    of_part(group.label, part, sizes.slots)[slot] = signal < 0 ? -1 : 0;
  });
}

/// One signal on one warp. A code that has no room, or is none, is zero and counted.
template <class W, class Set>
SUPDICT_WARP void code_lesson(const Group& group, const Lesson& lesson, int part, int slot,
                              const float* G, CodesMemory<Set>& memory,
                              typename Set::Saved& saved) {
  using Float = typename W::Float;
  const Sizes& sizes = group.sizes;
  const int at = part * sizes.slots + slot;
  const bool there = group.label[at] >= 0;
  float* Beta = group.Beta + static_cast<std::ptrdiff_t>(at) * sizes.atoms;
  Task task;
  task.G = G;
  task.n_atoms = sizes.atoms;
  task.lambda0 = 1;
  task.target = lesson.target;
  task.tolerance = group.run.tolerance;
  task.most_steps = group.run.most_steps;
  const Signal signal = {group.Q + static_cast<std::ptrdiff_t>(at) * sizes.atoms, nullptr,
                         group.energy[at]};
  Entry* entries =
      reinterpret_cast<Entry*>(group.entries) + 2 * static_cast<std::ptrdiff_t>(at) * kMostNonzeros;
  Set set(G, memory.memory);
  Walk<W, Set, false>(task, signal, set).solve(saved, Results{entries, memory.found, Beta});
  W::sync();
  // Rounding errors can lead a walk away from the path: then correlations exceed the bound.
  constexpr float kRough = 1.05F;
  const bool found = memory.found[0].size >= 0 && memory.found[0].c_max <= kRough * lesson.target;
  W::put(group.lost + at, there && !found ? 1 : 0);
  if (there && found) return;
#pragma unroll
  for (int a = 0; a < Set::kPlaces; ++a) {
    const auto atom = W::template atom_at<Set::kPlaces>(a);
    W::store(Beta, atom, Float(0.0F), atom < sizes.atoms);
  }
}

/// kNarrow rows and kWide columns of A, or, from narrow_tile = atoms / kNarrow on, of B.
template <class Block>
SUPDICT_BLOCK void add_lesson(Block& block, TileMemory& memory, const Group& group,
                              const Lesson& lesson, int part, int narrow_tile, int wide_tile) {
  const Sizes& sizes = group.sizes;
  if (group.numbers[part].active == 0) return;
  const int column = wide_tile * kWide;
  const int A_tiles = sizes.atoms / kNarrow;
  const float* Alpha = of_part(group.Beta, part, sizes.slots * sizes.atoms);
  const auto wide = [&](int s, int j) { return Alpha[s * sizes.atoms + column + j]; };
  // The sum over the stretches of products has counted this batch already.
  const float keep = lesson.keep[group.iteration[part] - 1];
  typename Block::template Own<Tile> sums;
  clear(block, sums);
  float* to = nullptr;
  if (narrow_tile < A_tiles) {
    const int row = narrow_tile * kNarrow;
    add_product<Along::kResult>(
        block, memory, sizes.slots, wide,
        [&](int s, int i) { return Alpha[s * sizes.atoms + row + i]; }, sums);
    to = of_part(lesson.A, part, sizes.atoms * sizes.atoms) + row * sizes.atoms + column;
  } else {
    const int row = (narrow_tile - A_tiles) * kNarrow;
    const float* X = signal_at(group, part, 0) + row;
    add_product<Along::kResult>(
        block, memory, sizes.slots, wide,
        [&](int s, int i) { return X[static_cast<std::ptrdiff_t>(s) * sizes.rows + i]; }, sums);
    to = lesson.B + part * dictionary_size(sizes) + static_cast<std::ptrdiff_t>(row) * sizes.atoms +
         column;
  }
  block.each([&](int thread) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      Quad& sum = *reinterpret_cast<Quad*>(to + (first_narrow(thread) + i) * sizes.atoms +
                                           first_wide(thread));
      Quad next = sum;
      for (int j = 0; j < 4; ++j) next.at[j] = keep * next.at[j] + sums[thread].at[i].at[j];
      sum = next;
    }
  });
}

struct AtomsMemory {
  float column[kMostPaddedAtoms];  ///< of A
  float sums[kThreads];
  float few[kThreads / 8];
};

/// One round over the atoms of a part. Dead ones are left as they are.
template <class Block>
SUPDICT_BLOCK void update_atoms(Block& block, AtomsMemory& memory, const Group& group,
                                const Lesson& lesson, int part) {
  const Sizes& sizes = group.sizes;
  if (group.numbers[part].active == 0) return;
  constexpr auto kDeadShare = static_cast<float>(kDeadShareOfLessons);
  const float* A = of_part(lesson.A, part, sizes.atoms * sizes.atoms);
  const float* B = lesson.B + part * dictionary_size(sizes);
  float* D = dictionary_of(group, part, 0);
  float trace = 0;
  for (int i = 0; i < sizes.k; ++i) trace += A[i * sizes.atoms + i];
  for (int atom = 0; atom < sizes.k; ++atom) {
    const float own = A[atom * sizes.atoms + atom];
    if (!(own > kDeadShare * trace)) continue;
    block.each([&](int thread) {
      for (int c = thread; c < sizes.atoms; c += kThreads) {
        memory.column[c] = A[atom * sizes.atoms + c];
      }
    });
    block.sync();
    block.each([&](int thread) {
      float squares = 0;
      for (int r = thread; r < sizes.n; r += kThreads) {
        float* row = D + static_cast<std::ptrdiff_t>(r) * sizes.atoms;
        Quad sums = {};
#pragma unroll 16
        for (int c = 0; c < sizes.atoms; c += 4) {
          const Quad d = *reinterpret_cast<const Quad*>(row + c);
          for (int i = 0; i < 4; ++i) sums.at[i] += d.at[i] * memory.column[c + i];
        }
        const float product = (sums.at[0] + sums.at[1]) + (sums.at[2] + sums.at[3]);
        const float next =
            row[atom] + (B[static_cast<std::ptrdiff_t>(r) * sizes.atoms + atom] - product) / own;
        row[atom] = next;
        squares += next * next;
      }
      memory.sums[thread] = squares;
    });
    const float norm = sqrtf(sum_of_threads(block, memory));
    block.sync();
    if (!(norm > 1.0F)) continue;
    block.each([&](int thread) {
      for (int r = thread; r < sizes.n; r += kThreads) {
        D[static_cast<std::ptrdiff_t>(r) * sizes.atoms + atom] /= norm;
      }
    });
  }
  block.each([&](int thread) {
    if (thread == 0) count_lost(group, part);
  });
}

}  // namespace supdict::cuda
