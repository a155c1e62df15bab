// SPDX-License-Identifier: BSD-3-Clause
// The active set of a walk over many atoms, or with many of them active: lane r holds, for the
// positions r, r + 32, ..., rows of N = inverse(G_SS), alpha and v; each lane owns kPlaces atoms
// with their c and w = d + G_S v. The Gram matrix stays in global memory. The same verbs as
// Tableau.
#pragma once

#include "backend/cuda/places.hpp"

namespace supdict::cuda {

template <class W, int kPlaceCount, int kSlotCount>
class Rows {
 public:
  using Float = typename W::Float;
  using Double = typename W::Double;
  using Int = typename W::Int;
  using Bool = typename W::Bool;
  static constexpr int kPlaces = kPlaceCount;
  static constexpr int kAtoms = kPlaces * kLanes;
  static constexpr int kSlots = kSlotCount;  ///< positions of a lane
  static constexpr int kCapacity = kSlots * kLanes;

  /// Of one warp.
  struct Memory {
    alignas(16) float row[kAtoms];   ///< over atoms
    alignas(16) float g[kCapacity];  ///< over positions
    alignas(16) float u[kCapacity];  ///< the same; zero where no atom is
    int atoms[kCapacity];
  };
  struct Saved {
    float numbers[(kSlots * (kCapacity + 1) + kPlaces) * kLanes];
    int integers[(kSlots + 1) * kLanes];
  };

  SUPDICT_WARP Rows(const float* G, Memory& memory) : G_(G), memory_(memory) {}

  SUPDICT_WARP void start(const float* q) {
    W::load_atoms_once(q, c_);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) w_[a] = 0.0F;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
#pragma unroll
      for (int r = 0; r < kCapacity; ++r) N_[s][r] = 0.0F;
      alpha_[s] = 0.0F;
      v_[s] = 0.0F;
      atom_[s] = 0;
      occupied_[s] = 0;
    }
    put_positions(memory_.atoms, atom_);
    active_places_ = 0;
    excluded_places_ = 0;
    top_ = 0;
    W::sync();
  }

  SUPDICT_WARP Event strongest_atom() const {
    return strongest<W>(c_);
  }

  /// Places past the last stand for the positions of the lane.
  SUPDICT_WARP Event next(float level, float shrink, float slowest) const {
    const Int closed = active_places_ | excluded_places_;
    Float best = 0.0F;
    Int word = 0;
    const auto note = [&](const Float& key, int place, const Bool& open) {
      const Bool more = key > best && open;
      best = select(more, key, best);
      word = select(more, Int(place), word);
    };
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      const Bool falling = alpha_[s] * v_[s] < 0.0F;
      note(-v_[s] * W::reciprocal(alpha_[s]), kPlaces + s, falling);
    }
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      Float over;
      Float under;
      inactive_key<W>(c_[a], w_[a], level, shrink, over, under);
      note(over * W::reciprocal(under), a, (closed & Int(1 << a)) == 0);
    }
    return first_event<W>(best, word, slowest);
  }

  SUPDICT_WARP void advance(float step) {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) c_[a] -= Float(step) * w_[a];
#pragma unroll
    for (int s = 0; s < kSlots; ++s) alpha_[s] += Float(step) * v_[s];
  }

  SUPDICT_WARP Change change(const Spot& spot, float level, float shrink, float& slope) {
    if (spot.place < kPlaces) return enter(spot, shrink, slope);
    leave(spot.lane, spot.place - kPlaces, level, slope);
    return Change::kDone;
  }

  SUPDICT_WARP float turn(const float* d, float sign) {
    Float own[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      own[s] = select(occupied(s), Float(sign) * W::load(d, atom_[s]), Float(0.0F));
    }
    put_positions(memory_.g, own);
    W::sync();
    multiply(memory_.g, v_);
    Float slope = 0.0F;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      v_[s] = -v_[s];
      slope += own[s] * v_[s];
    }
    Float z[kPlaces];
    gram_times(v_, z);
    W::load_atoms(d, w_);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) w_[a] = Float(sign) * w_[a] + z[a];
    return W::sum(slope);
  }

  SUPDICT_WARP float with_code(const float* d) const {
    return with(d, alpha_);
  }
  SUPDICT_WARP float with_direction(const float* d) const {
    return with(d, v_);
  }

  SUPDICT_WARP void residual(const float* q, Float (&rho)[kPlaces]) {
    Float z[kPlaces];
    gram_times(alpha_, z);
    W::load_atoms_once(q, rho);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) rho[a] -= z[a];
  }

  SUPDICT_WARP void residual_in_double(const float* q, Float (&rho)[kPlaces]) {
    constexpr int kRun = run_of(kPlaces);  // doubles take two registers each
    W::sync();
    put_positions(memory_.u, alpha_);
    W::sync();
    W::load_atoms_once(q, rho);
#pragma unroll
    for (int first = 0; first < kPlaces; first += kRun) {
      Double sums[kRun];
#pragma unroll
      for (int a = 0; a < kRun; ++a) sums[a] = W::widen(rho[first + a]);
      for (int r = 0; r < top_; ++r) {
        Float column[kRun];
        W::load_atoms(G_ + memory_.atoms[r] * kAtoms + first * kLanes, column);
        const double alpha = memory_.u[r];
#pragma unroll
        for (int a = 0; a < kRun; ++a) sums[a] -= Double(alpha) * W::widen(column[a]);
      }
#pragma unroll
      for (int a = 0; a < kRun; ++a) rho[first + a] = W::narrow(sums[a]);
    }
  }

  SUPDICT_WARP AtPositions<W, kSlots> at_positions(const float* q, const Float (&rho)[kPlaces],
                                                   const float* d) {
    W::store_atoms(memory_.row, rho);
    W::sync();
    AtPositions<W, kSlots> at;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      at.alpha[s] = alpha_[s];
      at.q[s] = W::load_once(q, atom_[s]);
      at.rho[s] = W::load(memory_.row, atom_[s]);
      at.d[s] = d != nullptr ? W::load(d, atom_[s]) : Float(0.0F);
    }
    return at;
  }
  SUPDICT_WARP int top() const {
    return top_;
  }

  SUPDICT_WARP void correct(const Float (&residue)[kSlots]) {
    put_positions(memory_.g, residue);
    W::sync();
    Float step[kSlots];
    multiply(memory_.g, step);
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      const Float next = alpha_[s] + step[s];
      alpha_[s] = select(next * alpha_[s] > 0.0F, next, alpha_[s]);
    }
  }

  SUPDICT_WARP void code(Float (&alpha)[kPlaces]) {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) alpha[a] = 0.0F;
    W::sync();
    W::store_atoms(memory_.row, alpha);
    W::sync();
#pragma unroll
    for (int s = 0; s < kSlots; ++s) W::store(memory_.row, atom_[s], alpha_[s], occupied(s));
    W::sync();
    W::load_atoms(memory_.row, alpha);
  }

  SUPDICT_WARP void clear() {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) alpha_[s] = 0.0F;
  }

  SUPDICT_WARP void save(Saved& saved) {
    int row = 0;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
#pragma unroll
      for (int r = 0; r < kCapacity; ++r) keep(saved.numbers, row++, N_[s][r]);
      keep(saved.numbers, row++, alpha_[s]);
      keep(saved.integers, s, atom_[s]);
      saved_occupied_[s] = occupied_[s];
    }
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) keep(saved.numbers, row++, c_[a]);
    keep(saved.integers, kSlots, active_places_);
    W::sync();
  }
  SUPDICT_WARP void restore(const Saved& saved) {
    int row = 0;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
#pragma unroll
      for (int r = 0; r < kCapacity; ++r) N_[s][r] = recall(saved.numbers, row++);
      alpha_[s] = recall(saved.numbers, row++);
      atom_[s] = recall(saved.integers, s);
      occupied_[s] = saved_occupied_[s];
    }
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) c_[a] = recall(saved.numbers, row++);
    active_places_ = recall(saved.integers, kSlots);
    excluded_places_ = 0;
    find_top();
    W::sync();
    put_positions(memory_.atoms, atom_);
    W::sync();
  }

 private:
  // What is saved must not displace the Gram matrix from the first cache.
  template <class Value, class X>
  static SUPDICT_WARP void keep(Value* memory, int row, const X& x) {
    W::store_once(memory + row * kLanes, W::lane(), x, Bool(true));
  }
  template <class Value>
  static SUPDICT_WARP auto recall(const Value* memory, int row) {
    return W::load_once(memory + row * kLanes, W::lane());
  }
  template <class Value, class X>
  static SUPDICT_WARP void put_positions(Value* positions, const X (&x)[kSlots]) {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) put_row<W>(positions, s, x[s]);
  }

  /// Whether an atom is at the lane's position.
  SUPDICT_WARP Bool occupied(int s) const {
    return W::lane_bit(occupied_[s]);
  }

  /// y = N h; 0 where no atom is.
  SUPDICT_WARP void multiply(const float* h, Float (&y)[kSlots]) const {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) y[s] = 0.0F;
#pragma unroll
    for (int r = 0; r < kCapacity; r += 4) {
      if (r >= top_) break;
      const Four four = W::four(h + r);
#pragma unroll
      for (int s = 0; s < kSlots; ++s) {
        y[s] += N_[s][r] * four.x;
        y[s] += N_[s][r + 1] * four.y;
        y[s] += N_[s][r + 2] * four.z;
        y[s] += N_[s][r + 3] * four.w;
      }
    }
#pragma unroll
    for (int s = 0; s < kSlots; ++s) y[s] = select(occupied(s), y[s], Float(0.0F));
  }

  /// N += factor f u', with u in memory.
  SUPDICT_WARP void add_outer(float factor, const Float (&f)[kSlots]) {
#pragma unroll
    for (int r = 0; r < kCapacity; r += 4) {
      if (r >= top_) break;
      const Four four = W::four(memory_.u + r);
#pragma unroll
      for (int s = 0; s < kSlots; ++s) {
        const Float scaled = Float(factor) * f[s];
        N_[s][r] += scaled * four.x;
        N_[s][r + 1] += scaled * four.y;
        N_[s][r + 2] += scaled * four.z;
        N_[s][r + 3] += scaled * four.w;
      }
    }
  }

  /// z = G_S u, and u is left in memory. u is 0 where no atom is.
  SUPDICT_WARP void gram_times(const Float (&u)[kSlots], Float (&z)[kPlaces]) {
    W::sync();
    put_positions(memory_.u, u);
    W::sync();
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) z[a] = 0.0F;
    for (int r = 0; r < top_; ++r) {
      Float column[kPlaces];
      W::load_atoms(G_ + memory_.atoms[r] * kAtoms, column);
      const float weight = memory_.u[r];
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) z[a] += Float(weight) * column[a];
    }
  }

  /// The lowest free position; kCapacity if there is none.
  SUPDICT_WARP int free_position() const {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      if (occupied_[s] != ~0U) return s * kLanes + W::first_bit(~occupied_[s]);
    }
    return kCapacity;
  }

  /// Whether a slot of each lane is that position.
  static SUPDICT_WARP Bool is_position(int position, int s) {
    return W::lane() == position - s * kLanes;
  }

  SUPDICT_WARP void toggle(int position) {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      if (position / kLanes == s) occupied_[s] ^= 1U << (position % kLanes);
    }
    find_top();
  }

  SUPDICT_WARP Change enter(const Spot& spot, float shrink, float& slope) {
    const int r = free_position();
    if (r == kCapacity) return Change::kFull;
    const int atom = atom_of<kPlaces>(spot);
    const int offset = atom * kAtoms;
    const float* column = G_ + offset;
    Float g[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      g[s] = select(occupied(s), W::load(column, atom_[s]), Float(0.0F));
    }
    put_positions(memory_.g, g);
    W::sync();
    Float u[kSlots];
    multiply(memory_.g, u);
    Float inner = 0.0F;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) inner += u[s] * g[s];
    const float square = column[atom];
    const float schur = square - W::sum(inner);
    const Int bit = select(W::lane() == spot.lane, Int(1 << spot.place), Int(0));
    if (!(schur > kDependent * square)) {
      W::sync();
      excluded_places_ = excluded_places_ | bit;
      return Change::kPassedOver;
    }
    const float sign = at<W>(spot, c_) < 0 ? -1.0F : 1.0F;
    const float rate = at<W>(spot, w_);
    W::store(memory_.atoms, Int(r), Int(atom), W::lane() == 0);
    toggle(r);
#pragma unroll
    for (int s = 0; s < kSlots; ++s) u[s] = select(is_position(r, s), Float(-1.0F), u[s]);
    Float z[kPlaces];
    gram_times(u, z);
    const float inverse = W::reciprocal(schur);
    const float missing = (shrink * sign - rate) * inverse;
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) w_[a] -= Float(missing) * z[a];
    add_outer(inverse, u);
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      const Bool own = is_position(r, s);
      v_[s] -= Float(missing) * u[s];
      alpha_[s] = select(own, Float(sign * kEntering), alpha_[s]);
      atom_[s] = select(own, Int(atom), atom_[s]);
    }
    active_places_ = active_places_ | bit;
    slope -= rate * rate * inverse;
    return Change::kDone;
  }

  SUPDICT_WARP void leave(int lane, int slot, float level, float& slope) {
    const int r = slot * kLanes + lane;
    W::sync();
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      if (s != slot) continue;
#pragma unroll
      for (int c = 0; c < kCapacity; ++c) {
        W::store(memory_.g, Int(c), N_[s][c], W::lane() == lane);
      }
    }
    W::sync();
    Float u[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      u[s] = select(occupied(s), get_row<W>(memory_.g, s), Float(0.0F));
    }
    const float inverse = W::reciprocal(memory_.g[r]);
    const float v = W::shuffle(pick(v_, slot), lane);
    const float sign = v < 0 ? 1.0F : -1.0F;  // of alpha, which is falling to zero
    const Spot spot = spot_of<kPlaces>(memory_.atoms[r]);
    Float z[kPlaces];
    gram_times(u, z);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      w_[a] -= Float(v * inverse) * z[a];
      c_[a] = select(is_at<W>(spot, a), Float(sign * level * (1.0F - kInside)), c_[a]);
    }
    add_outer(-inverse, u);
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      const Bool own = is_position(r, s);
      v_[s] = select(own, Float(0.0F), v_[s] - Float(v * inverse) * u[s]);
      alpha_[s] = select(own, Float(0.0F), alpha_[s]);
      atom_[s] = select(own, Int(0), atom_[s]);
    }
    const Int bit = select(W::lane() == spot.lane, Int(1 << spot.place), Int(0));
    active_places_ = active_places_ & ~bit;
    excluded_places_ = 0;
    toggle(r);
    slope += v * v * inverse;
  }

  SUPDICT_WARP void find_top() {
    top_ = 0;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      if (occupied_[s] != 0) top_ = s * kLanes + (W::last_bit(occupied_[s]) + 4) / 4 * 4;
    }
  }

  SUPDICT_WARP float with(const float* d, const Float (&x)[kSlots]) const {
    Float sum = 0.0F;
#pragma unroll
    for (int s = 0; s < kSlots; ++s) sum += W::load(d, atom_[s]) * x[s];
    return W::sum(sum);
  }

  const float* G_;
  Memory& memory_;
  Float N_[kSlots][kCapacity];
  Float c_[kPlaces];
  Float w_[kPlaces];
  Float alpha_[kSlots];
  Float v_[kSlots];
  Int atom_[kSlots];   ///< 0 where none is
  Int active_places_;  ///< a bit for each
  Int excluded_places_;
  std::uint32_t occupied_[kSlots];
  std::uint32_t saved_occupied_[kSlots];
  int top_ = 0;
};

}  // namespace supdict::cuda
