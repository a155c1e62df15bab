// SPDX-License-Identifier: BSD-3-Clause
// D'D, D'X and (W_1 - W_0)'X: tiles of stretches of rows, then the sums of the stretches in order.
// The stretches make many blocks of few models, and keep the digits that long sums lose.
#pragma once

#include "backend/cuda/training/tile.hpp"

namespace supdict::cuda {

/// Columns first .. first + kNarrow - 1 of D'[D X] and (W_1 - W_0)'X for kWide atoms and one
/// stretch of rows.
template <class Block>
SUPDICT_BLOCK void multiply_stretch(Block& block, TileMemory& memory, const Group& group, int part,
                                    int column_tile, int atom_tile, int split) {
  const Sizes& sizes = group.sizes;
  if (group.numbers[part].active == 0) return;
  const int first_column = column_tile * kNarrow;
  const int first_atom = atom_tile * kWide;
  const int first_row = split * sizes.stretch;
  const int end = first_row + sizes.stretch < sizes.rows ? first_row + sizes.stretch : sizes.rows;
  const float* D =
      dictionary_of(group, part, 0) + static_cast<std::ptrdiff_t>(first_row) * sizes.atoms;
  const int signals = sizes.atoms + sizes.slots;
  const auto wide = [&](int d, int j) { return D[d * sizes.atoms + first_atom + j]; };
  typename Block::template Own<Tile> sums;
  clear(block, sums);
  if (first_column < sizes.atoms) {
    add_product<Along::kResult>(
        block, memory, end - first_row, wide,
        [&](int d, int i) { return D[d * sizes.atoms + first_column + i]; }, sums);
  } else if (first_column < signals) {
    const float* X = signal_at(group, part, first_column - sizes.atoms) + first_row;
    add_product<Along::kSum>(
        block, memory, end - first_row, wide, [&](int d, int i) { return X[i * sizes.rows + d]; },
        sums);
  } else {
    const float* X = signal_at(group, part, first_column - signals) + first_row;
    const float* W =
        theta_of(group, part, 0).W + static_cast<std::ptrdiff_t>(first_row) * sizes.atoms;
    const float* W_one = W + map_size(sizes);
    add_product<Along::kSum>(
        block, memory, end - first_row,
        [&](int d, int j) {
          const int at = d * sizes.atoms + first_atom + j;
          return W_one[at] - W[at];
        },
        [&](int d, int i) { return X[i * sizes.rows + d]; }, sums);
  }
  float* out = partial_at(group, part, split);
  block.each([&](int thread) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int column = first_column + first_narrow(thread) + i;
      float* to = out + column * sizes.atoms + first_atom + first_wide(thread);
      *reinterpret_cast<Quad*>(to) = sums[thread].at[i];
    }
  });
}

/// Four neighbours of D'[D X], the number-th of the part; and once for the part its step is
/// counted.
SUPDICT_BLOCK void sum_stretches(const Group& group, int part, int number) {
  const Sizes& sizes = group.sizes;
  if (group.numbers[part].active == 0) return;
  if (number == 0) group.iteration[part] += group.numbers[part].counts;
  const int at = 4 * number;
  const int gram = sizes.atoms * sizes.atoms;
  if (at >= sizes.columns() * sizes.atoms) return;
  Quad sum = {};
  for (int split = 0; split < sizes.splits; ++split) {
    const Quad next = *reinterpret_cast<const Quad*>(partial_at(group, part, split) + at);
#pragma unroll
    for (int i = 0; i < 4; ++i) sum.at[i] += next.at[i];
  }
  const int products = sizes.slots * sizes.atoms;
  float* to = at < gram              ? of_part(group.G, part, gram) + at
              : at < gram + products ? of_part(group.Q, part, products) + (at - gram)
                                     : of_part(group.d, part, products) + (at - gram - products);
  *reinterpret_cast<Quad*>(to) = sum;
}

}  // namespace supdict::cuda
