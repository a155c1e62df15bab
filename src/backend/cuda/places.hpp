// SPDX-License-Identifier: BSD-3-Clause
// The atoms of a warp: each lane owns a few, its places. What the two kinds of active sets
// (tableau.hpp, rows.hpp) share.
#pragma once

#include "backend/cuda/host_device.hpp"
#include "backend/cuda/lock_step.hpp"

namespace supdict::cuda {

/// An atom by its owner.
struct Spot {
  int lane;
  int place;
};

/// The next change of the active set.
struct Event {
  float key;  ///< 1 / step
  Spot spot;
  bool changes;  ///< false: the walk is at its end
};

enum class Change { kDone, kPassedOver, kFull };

// An atom closer than this to the span of the active ones adds nothing but rounding errors.
inline constexpr float kDependent = 1e-5F;
// An atom that has just left is pushed inside its bound by this share.
inline constexpr float kInside = 1e-6F;
// A coefficient that has just entered: zero, but for its sign.
inline constexpr float kEntering = 1e-30F;
// Distances to the bound are at least this share of it, so that none is divided by zero.
inline constexpr float kNearest = 1e-10F;

/// Atom of a spot where lanes own kPlaces atoms (HostWarp::atom_at).
template <int kPlaces>
SUPDICT_WARP int atom_of(const Spot& spot) {
  constexpr int kRun = run_of(kPlaces);
  return spot.place / kRun * kRun * kLanes + kRun * spot.lane + spot.place % kRun;
}

/// The reverse.
template <int kPlaces>
SUPDICT_WARP Spot spot_of(int atom) {
  constexpr int kRun = run_of(kPlaces);
  constexpr int kBlock = kRun * kLanes;
  return {atom % kBlock / kRun, atom / kBlock * kRun + atom % kRun};
}

/// x[place], without an index that registers do not have.
template <class Value, int kPlaces>
SUPDICT_WARP Value pick(const Value (&x)[kPlaces], int place) {
  Value value = x[0];
#pragma unroll
  for (int a = 1; a < kPlaces; ++a) value = a == place ? x[a] : value;
  return value;
}

/// x at a spot, for all lanes.
template <class W, class Value, int kPlaces>
SUPDICT_WARP auto at(const Spot& spot, const Value (&x)[kPlaces]) {
  return W::shuffle(pick(x, spot.place), spot.lane);
}

/// Whether a place of each lane is this spot.
template <class W>
SUPDICT_WARP typename W::Bool is_at(const Spot& spot, int place) {
  return W::lane() == spot.lane && place == spot.place;
}

/// 1 / step to the change of an atom that is not active: level falls by shrink, c by w, and of the
/// two bounds the one that is met first counts.
template <class W>
SUPDICT_WARP void inactive_key(typename W::Float c, typename W::Float w, float level, float shrink,
                               typename W::Float& over, typename W::Float& under) {
  using Float = typename W::Float;
  const Float size = magnitude(c);
  const Float toward = select(c < 0.0F, -w, w);
  const Float far = size + level;
  const Float near = larger(Float(level) - size, Float(kNearest * level));
  over = larger((Float(shrink) - toward) * far, (Float(shrink) + toward) * near);
  under = far * near;
}

/// The first of the largest keys: words[lane] names the place of the lane's own largest key.
template <class W>
SUPDICT_WARP Event first_event(typename W::Float key, typename W::Int word, float slowest) {
  const std::uint32_t top = W::largest(larger(key, typename W::Float(slowest)));
  const float largest = W::number(top);
  const int lane = W::first_bit(W::ballot(key >= largest) | 0x80000000U);
  return {largest, {lane, W::shuffle(word, lane)}, largest > slowest};
}

/// The spot of the largest |x|, and |x| there.
template <class W, int kPlaces>
SUPDICT_WARP Event strongest(const typename W::Float (&x)[kPlaces]) {
  typename W::Float key = magnitude(x[0]);
  typename W::Int word = 0;
#pragma unroll
  for (int a = 1; a < kPlaces; ++a) {
    const auto more = magnitude(x[a]) > key;
    key = select(more, magnitude(x[a]), key);
    word = select(more, typename W::Int(a), word);
  }
  return first_event<W>(key, word, 0.0F);
}

/// A number of each lane in row `row` of `memory`, and back.
template <class W, class Value, class X>
SUPDICT_WARP void put_row(Value* memory, int row, const X& x) {
  W::store(memory + row * kLanes, W::lane(), x, typename W::Bool(true));
}
template <class W, class Value>
SUPDICT_WARP auto get_row(const Value* memory, int row) {
  return W::load(memory + row * kLanes, W::lane());
}

/// What the certificate asks of the active atoms: lane r has that at the positions r, r + 32, ...;
/// alpha is 0 where no atom is.
template <class W, int kSlots>
struct AtPositions {
  typename W::Float alpha[kSlots], q[kSlots], rho[kSlots], d[kSlots];
};

}  // namespace supdict::cuda
