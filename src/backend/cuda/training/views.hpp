// SPDX-License-Identifier: BSD-3-Clause
// Where things are in the memory of a group.
#pragma once

#include "backend/cuda/training/block.hpp"
#include "backend/cuda/training/group.hpp"

namespace supdict::cuda {

/// Four numbers that are read at once.
struct alignas(16) Quad {
  float at[4];
};

SUPDICT_BLOCK std::size_t dictionary_size(const Sizes& sizes) {
  return static_cast<std::size_t>(sizes.rows) * static_cast<std::size_t>(sizes.atoms);
}
/// Numbers of W_l.
SUPDICT_BLOCK std::size_t map_size(const Sizes& sizes) {
  return sizes.bilinear ? dictionary_size(sizes) : static_cast<std::size_t>(sizes.atoms);
}
/// W, b and two zeros, so that pieces stay aligned.
SUPDICT_BLOCK std::size_t theta_size(const Sizes& sizes) {
  return 2 * map_size(sizes) + 4;
}
SUPDICT_BLOCK std::size_t piece_size(const Sizes& sizes) {
  return dictionary_size(sizes) + theta_size(sizes);
}
SUPDICT_BLOCK std::size_t state_size(const Sizes& sizes) {
  return Group::kPieces * piece_size(sizes);
}

/// [row][atom]: D (piece 0) or what Adam remembers of it (1, 2).
SUPDICT_BLOCK float* dictionary_of(const Group& group, int part, int piece) {
  return group.state + part * state_size(group.sizes) + piece * piece_size(group.sizes);
}
SUPDICT_BLOCK float* next_of(const Group& group, int part) {
  return group.next + part * dictionary_size(group.sizes);
}
SUPDICT_BLOCK ThetaView theta_of(const Group& group, int part, int piece) {
  float* W = dictionary_of(group, part, piece) + dictionary_size(group.sizes);
  return {W, W + 2 * map_size(group.sizes)};
}

/// Of arrays over parts: the piece of one, `size` entries.
template <class T>
SUPDICT_BLOCK T* of_part(T* array, int part, int size) {
  return array + static_cast<std::ptrdiff_t>(part) * size;
}
SUPDICT_BLOCK float* signal_at(const Group& group, int part, int slot) {
  return group.X +
         (static_cast<std::ptrdiff_t>(part) * group.sizes.slots + slot) * group.sizes.rows;
}
/// Products of one stretch of rows, [column][atom].
SUPDICT_BLOCK float* partial_at(const Group& group, int part, int split) {
  return group.partial + (static_cast<std::ptrdiff_t>(part) * group.sizes.splits + split) *
                             group.sizes.columns() * group.sizes.atoms;
}
SUPDICT_BLOCK float* squares_at(const Group& group, int part, int tile) {
  return group.squares +
         (static_cast<std::ptrdiff_t>(part) * group.sizes.row_tiles() + tile) * group.sizes.atoms;
}

}  // namespace supdict::cuda
