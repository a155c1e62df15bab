// SPDX-License-Identifier: BSD-3-Clause
// From codes to the next model: gradients [E7-E9] and Adam.
#pragma once

#include <cmath>

#include "backend/cuda/training/tile.hpp"

namespace supdict::cuda {

/// One step of Adam on one number (training/methods/adam.hpp).
SUPDICT_BLOCK void adam(float gradient, float scale, float root, double beta2, float& value,
                        float& m, float& v) {
  constexpr double kBeta1 = 0.9;
  constexpr float kEpsilon = 1e-8F;
  m = static_cast<float>(kBeta1) * m + static_cast<float>(1 - kBeta1) * gradient;
  v = static_cast<float>(beta2) * v + static_cast<float>(1 - beta2) * (gradient * gradient);
  value -= scale * m / (root * sqrtf(v) + kEpsilon);
}

/// The sums over one share of the codings of M = sum omega alpha alpha': kNarrow rows and kWide
/// columns.
template <class Block>
SUPDICT_BLOCK void sum_moments(Block& block, TileMemory& memory, const Group& group, int part,
                               int narrow_tile, int wide_tile, int share) {
  const Sizes& sizes = group.sizes;
  if (group.numbers[part].active == 0) return;
  const int codings = 2 * sizes.slots / kShares;
  const int first = 2 * sizes.slots * part + share * codings;
  const float* Alpha = group.Alpha + static_cast<std::ptrdiff_t>(first) * sizes.atoms;
  const float* omega = group.omega + first;
  const int row = narrow_tile * kNarrow;
  const int column = wide_tile * kWide;
  typename Block::template Own<Tile> sums;
  clear(block, sums);
  add_product<Along::kResult>(
      block, memory, codings, [&](int e, int j) { return Alpha[e * sizes.atoms + column + j]; },
      [&](int e, int i) { return omega[e] * Alpha[e * sizes.atoms + row + i]; }, sums);
  float* M = of_part(group.M, part * kShares + share, sizes.atoms * sizes.atoms);
  block.each([&](int thread) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      float* to = M + (row + first_narrow(thread) + i) * sizes.atoms + column + first_wide(thread);
      *reinterpret_cast<Quad*>(to) = sums[thread].at[i];
    }
  });
}

SUPDICT_BLOCK void count_lost(const Group& group, int part) {
  const int* lost = of_part(group.lost, part, group.sizes.slots);
  int count = 0;
#pragma unroll 16
  for (int slot = 0; slot < group.sizes.slots; ++slot) count += lost[slot];
  group.unfinished[part] += count;
}

struct ThetaMemory {
  float sums[kShares][kMostPaddedAtoms + 1];
};

/// w_0, w_1 and b: their gradients are negatives of each other but for the pull of lambda2. b as if
/// it belonged to one more atom whose code is always 1. Where w are maps, b alone.
template <class Block>
SUPDICT_BLOCK void step_theta(Block& block, ThetaMemory& memory, const Group& group, int part) {
  const Sizes& sizes = group.sizes;
  const StepNumbers numbers = group.numbers[part];
  if (numbers.active == 0) return;
  const PartFacts& facts = group.facts[part];
  const int codings = 2 * sizes.slots;
  const int share_size = codings / kShares;
  const int first = sizes.bilinear ? sizes.atoms : 0;
  const int entries = sizes.atoms + 1 - first;
  const float* Alpha = of_part(group.Alpha, part, codings * sizes.atoms);
  const float* rho = of_part(group.rho, part, codings);
  block.each([&](int thread) {
    for (int item = thread; item < kShares * entries; item += kThreads) {
      const int share = item / entries;
      const int i = first + item % entries;
      const bool is_b = i == sizes.atoms;
      float sum = 0;
#pragma unroll 16
      for (int e = share * share_size; e < (share + 1) * share_size; ++e) {
        sum += is_b ? rho[e] : rho[e] * Alpha[e * sizes.atoms + i];
      }
      memory.sums[share][i] = sum;
    }
  });
  block.sync();
  const ThetaView theta = theta_of(group, part, 0);
  const ThetaView m = theta_of(group, part, 1);
  const ThetaView v = theta_of(group, part, 2);
  const double beta2 = group.run.beta2;
  const auto step = [&](float sum, float& value, float& m_of, float& v_of) {
    adam(facts.per_signal * sum + facts.pull * value, numbers.scale_theta, numbers.root, beta2,
         value, m_of, v_of);
  };
  block.each([&](int thread) {
    for (int i = first + thread; i <= sizes.atoms; i += kThreads) {
      const bool is_b = i == sizes.atoms;
      if (is_b) count_lost(group, part);
      float sum = 0;
      for (const auto& share : memory.sums) sum += share[i];
      for (int l = 0; l < 2; ++l) {
        const float own = l == 1 ? sum : -sum;
        const int at = l * sizes.atoms + i;
        if (is_b) {
          step(own, theta.b[l], m.b[l], v.b[l]);
        } else {
          step(own, theta.W[at], m.W[at], v.W[at]);
        }
      }
    }
  });
}

/// kNarrow rows and kWide atoms of the next W_0 and W_1.
template <class Block>
SUPDICT_BLOCK void step_maps(Block& block, TileMemory& memory, const Group& group, int part,
                             int row_tile, int atom_tile) {
  const Sizes& sizes = group.sizes;
  const StepNumbers numbers = group.numbers[part];
  if (numbers.active == 0) return;
  const PartFacts& facts = group.facts[part];
  const int first_atom = atom_tile * kWide;
  const float* X = signal_at(group, part, 0) + row_tile * kNarrow;
  const float* Beta_rho = of_part(group.Beta_rho, part, sizes.slots * sizes.atoms) + first_atom;
  typename Block::template Own<Tile> sums;
  clear(block, sums);
  add_product<Along::kResult>(
      block, memory, sizes.slots, [&](int s, int j) { return Beta_rho[s * sizes.atoms + j]; },
      [&](int s, int i) { return X[static_cast<std::ptrdiff_t>(s) * sizes.rows + i]; }, sums);
  const double beta2 = group.run.beta2;
  block.each([&](int thread) {
    for (int l = 0; l < 2; ++l) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const std::size_t at =
            l * map_size(sizes) +
            static_cast<std::size_t>(row_tile * kNarrow + first_narrow(thread) + i) *
                static_cast<std::size_t>(sizes.atoms) +
            static_cast<std::size_t>(first_atom + first_wide(thread));
        Quad& value = *reinterpret_cast<Quad*>(theta_of(group, part, 0).W + at);
        Quad& m = *reinterpret_cast<Quad*>(theta_of(group, part, 1).W + at);
        Quad& v = *reinterpret_cast<Quad*>(theta_of(group, part, 2).W + at);
        Quad w = value;
        Quad w_m = m;
        Quad w_v = v;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float sum = l == 1 ? sums[thread].at[i].at[j] : -sums[thread].at[i].at[j];
          adam(facts.per_signal * sum + facts.pull * w.at[j], numbers.scale_theta, numbers.root,
               beta2, w.at[j], w_m.at[j], w_v.at[j]);
        }
        value = w;
        m = w_m;
        v = w_v;
      }
    }
  });
}

struct DictionaryMemory {
  TileMemory tile;
  float squares[kNarrow / 4][kWide];
};

/// sums = X Beta' - D M of kNarrow rows and kWide atoms: the gradient of D but for a factor  [E7]
template <class Block, class Sums>
SUPDICT_BLOCK void sum_gradient(Block& block, TileMemory& memory, const Group& group, int part,
                                int row_tile, int first_atom, Sums& sums) {
  const Sizes& sizes = group.sizes;
  const float* D =
      dictionary_of(group, part, 0) + static_cast<std::ptrdiff_t>(row_tile) * kNarrow * sizes.atoms;
  const float* X = signal_at(group, part, 0) + row_tile * kNarrow;
  const float* Beta = of_part(group.Beta, part, sizes.slots * sizes.atoms) + first_atom;
  const int moments = sizes.atoms * sizes.atoms;
  const float* M = of_part(group.M, part, kShares * moments) + first_atom;
  const auto moment = [&](int c, int j) {
    const float* at = M + c * sizes.atoms + j;
    return at[0] + at[moments];
  };
  static_assert(kShares == 2);
  clear(block, sums);
  add_product<Along::kResult>(
      block, memory, sizes.slots, [&](int s, int j) { return Beta[s * sizes.atoms + j]; },
      [&](int s, int i) { return X[static_cast<std::ptrdiff_t>(s) * sizes.rows + i]; }, sums);
  add_product<Along::kSum>(
      block, memory, sizes.atoms, moment, [&](int c, int i) { return -D[i * sizes.atoms + c]; },
      sums);
}

/// kNarrow rows and kWide atoms of the next D, and the squares of its atoms for the projection.
template <class Block>
SUPDICT_BLOCK void step_dictionary(Block& block, DictionaryMemory& memory, const Group& group,
                                   int part, int row_tile, int atom_tile) {
  const Sizes& sizes = group.sizes;
  const StepNumbers numbers = group.numbers[part];
  if (numbers.active == 0) return;
  const PartFacts& facts = group.facts[part];
  const int first_atom = atom_tile * kWide;
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(row_tile) * kNarrow * sizes.atoms;
  typename Block::template Own<Tile> sums;
  sum_gradient(block, memory.tile, group, part, row_tile, first_atom, sums);
  const float factor = -2.0F * facts.lambda0 * facts.per_signal;
  const double beta2 = group.run.beta2;
  block.each([&](int thread) {
    Quad squares = {};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const std::ptrdiff_t at =
          first + (first_narrow(thread) + i) * sizes.atoms + first_atom + first_wide(thread);
      Quad d = *reinterpret_cast<const Quad*>(dictionary_of(group, part, 0) + at);
      Quad& m = *reinterpret_cast<Quad*>(dictionary_of(group, part, 1) + at);
      Quad& v = *reinterpret_cast<Quad*>(dictionary_of(group, part, 2) + at);
      Quad d_m = m;
      Quad d_v = v;
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        adam(factor * sums[thread].at[i].at[j], numbers.scale_dictionary, numbers.root, beta2,
             d.at[j], d_m.at[j], d_v.at[j]);
        squares.at[j] += d.at[j] * d.at[j];
      }
      *reinterpret_cast<Quad*>(next_of(group, part) + at) = d;
      m = d_m;
      v = d_v;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      memory.squares[first_narrow(thread) / 4][first_wide(thread) + j] = squares.at[j];
    }
  });
  block.sync();
  block.each([&](int thread) {
    for (int j = thread; j < kWide; j += kThreads) {
      float sum = 0;
      for (const auto& four : memory.squares) sum += four[j];
      squares_at(group, part, row_tile)[first_atom + j] = sum;
    }
  });
}

}  // namespace supdict::cuda
