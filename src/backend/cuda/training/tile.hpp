// SPDX-License-Identifier: BSD-3-Clause
// One tile of a product by a block: sums[narrow][wide] = sum over depth of narrow(d, i) wide(d, j),
// in order of d. Every thread has 4 x 4 of the sums.
#pragma once

#include "backend/cuda/training/views.hpp"

namespace supdict::cuda {

struct TileMemory {
  Quad wide[kDepth][kWide / 4];
  // One more, so that a column is spread over the banks.
  Quad narrow[kDepth][kNarrow / 4 + 1];
};

/// The sums of a thread: at[i] belongs to row first_narrow() + i, its entries to columns from
/// first_wide() on.
struct Tile {
  Quad at[4];
};
SUPDICT_BLOCK int first_wide(int thread) {
  return thread % (kWide / 4) * 4;
}
SUPDICT_BLOCK int first_narrow(int thread) {
  return thread / (kWide / 4) * 4;
}

/// Whether what is next to each other in memory, of the narrow factor, is summed or belongs to
/// neighbours of the result.
enum class Along { kSum, kResult };

namespace tiles {

inline constexpr int kWideLoads = kDepth * kWide / kThreads;
inline constexpr int kNarrowLoads = kDepth * kNarrow / kThreads;

/// What a thread has fetched for the next round.
struct Staged {
  float wide[kWideLoads];
  float narrow[kNarrowLoads];
};

struct Place {
  int depth;
  int column;
};
SUPDICT_BLOCK Place wide_place(int thread, int i) {
  const int e = thread + i * kThreads;
  return {e / kWide, e % kWide};
}
template <Along kAlong>
SUPDICT_BLOCK Place narrow_place(int thread, int i) {
  const int e = thread + i * kThreads;
  if (kAlong == Along::kSum) return {e % kDepth, e / kDepth};
  return {e / kNarrow, e % kNarrow};
}

template <Along kAlong, class Wide, class Narrow>
SUPDICT_BLOCK void fetch(int thread, int first, const Wide& wide, const Narrow& narrow,
                         Staged& staged) {
#pragma unroll
  for (int i = 0; i < kWideLoads; ++i) {
    const Place place = wide_place(thread, i);
    staged.wide[i] = wide(first + place.depth, place.column);
  }
#pragma unroll
  for (int i = 0; i < kNarrowLoads; ++i) {
    const Place place = narrow_place<kAlong>(thread, i);
    staged.narrow[i] = narrow(first + place.depth, place.column);
  }
}

template <Along kAlong>
SUPDICT_BLOCK void store(int thread, const Staged& staged, TileMemory& memory) {
#pragma unroll
  for (int i = 0; i < kWideLoads; ++i) {
    const Place place = wide_place(thread, i);
    memory.wide[place.depth][place.column / 4].at[place.column % 4] = staged.wide[i];
  }
#pragma unroll
  for (int i = 0; i < kNarrowLoads; ++i) {
    const Place place = narrow_place<kAlong>(thread, i);
    memory.narrow[place.depth][place.column / 4].at[place.column % 4] = staged.narrow[i];
  }
}

SUPDICT_BLOCK void multiply(int thread, const TileMemory& memory, Tile& sums) {
#pragma unroll
  for (int d = 0; d < kDepth; ++d) {
    const Quad wide = memory.wide[d][first_wide(thread) / 4];
    const Quad narrow = memory.narrow[d][first_narrow(thread) / 4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) sums.at[i].at[j] += narrow.at[i] * wide.at[j];
    }
  }
}

}  // namespace tiles

template <class Block>
SUPDICT_BLOCK void clear(Block& block, typename Block::template Own<Tile>& sums) {
  block.each([&](int thread) { sums[thread] = Tile(); });
}

/// Adds to `sums`. `depth` is a multiple of kDepth.
template <Along kAlong, class Block, class Wide, class Narrow>
SUPDICT_BLOCK void add_product(Block& block, TileMemory& memory, int depth, const Wide& wide,
                               const Narrow& narrow, typename Block::template Own<Tile>& sums) {
  typename Block::template Own<tiles::Staged> staged;
  block.each([&](int thread) { tiles::fetch<kAlong>(thread, 0, wide, narrow, staged[thread]); });
  for (int first = 0; first < depth; first += kDepth) {
    block.sync();
    block.each([&](int thread) { tiles::store<kAlong>(thread, staged[thread], memory); });
    block.sync();
    const int next = first + kDepth;
    block.each([&](int thread) {
      if (next < depth) tiles::fetch<kAlong>(thread, next, wide, narrow, staged[thread]);
      tiles::multiply(thread, memory, sums[thread]);
    });
  }
  block.sync();
}

}  // namespace supdict::cuda
