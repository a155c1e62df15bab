// SPDX-License-Identifier: BSD-3-Clause
// The active set of a walk over at most 64 atoms, in the registers of a warp. S are the active
// atoms, each at a position below kCap, and N = inverse(G_SS). Every atom holds
//              inactive        active at position r
//   T_j        G_jS N          e_r - row r of N
//   state_j    c_j             alpha_j
//   rate_j     w_j             -v_j
// so a step t is state -= t rate for all atoms alike, and one identity does the algebra: for any h,
// with h_S scattered to positions,
//   h - T h_S  =  h_j - G_jS N h_S  (inactive),   (N h_S)_r  (active)
// Entering and leaving are rank-one updates T -= f u'.
#pragma once

#include "backend/cuda/places.hpp"

namespace supdict::cuda {

template <class W, int kCap>
class Tableau {
 public:
  using Float = typename W::Float;
  using Int = typename W::Int;
  using Bool = typename W::Bool;
  static constexpr int kPlaces = 2;
  static constexpr int kAtoms = kPlaces * kLanes;
  static constexpr int kSlots = 1;
  static constexpr int kCapacity = kLanes;  ///< entries of a code, kCap of them in use

  /// Of one warp, over positions. g and u are zero where no atom is.
  struct Memory {
    alignas(16) float g[kLanes];
    alignas(16) float u[kLanes];
    int atoms[kLanes];
  };
  /// What a second walk from the same point needs.
  struct Saved {
    float numbers[(kPlaces * kCap + kPlaces) * kLanes];
    int positions[kPlaces * kLanes];
    int atoms[kLanes];
  };

  SUPDICT_WARP Tableau(const float* G, Memory& memory) : G_(G), memory_(memory) {}

  /// No atom is active; c = q.
  SUPDICT_WARP void start(const float* q) {
    W::load_atoms_once(q, state_);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      rate_[a] = 0.0F;
      position_[a] = kOutside;
#pragma unroll
      for (int r = 0; r < kCap; ++r) T_[a][r] = 0.0F;
    }
    W::store(memory_.g, W::lane(), Float(0.0F), Bool(true));
    W::store(memory_.u, W::lane(), Float(0.0F), Bool(true));
    W::store(memory_.atoms, W::lane(), Int(0), Bool(true));
    occupied_ = 0;
    top_ = 0;
    W::sync();
  }

  SUPDICT_WARP Event strongest_atom() const {
    return strongest<W>(state_);
  }

  SUPDICT_WARP Event next(float level, float shrink, float slowest) const {
    Float best = 0.0F;
    Int word = 0;
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      Float over;
      Float under;
      inactive_key<W>(state_[a], rate_[a], level, shrink, over, under);
      const Bool active = position_[a] >= 0;
      const Float key =
          select(active, rate_[a], over) * W::reciprocal(select(active, state_[a], under));
      const Bool more = key > best && position_[a] != kExcluded;
      best = select(more, key, best);
      word = select(more, Int(a), word);
    }
    return first_event<W>(best, word, slowest);
  }

  SUPDICT_WARP void advance(float step) {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) state_[a] -= Float(step) * rate_[a];
  }

  /// An atom enters or leaves. `slope` = d'v is kept up to date along a class walk.
  SUPDICT_WARP Change change(const Spot& spot, float level, float shrink, float& slope) {
    const int position = at<W>(spot, position_);
    const float state = at<W>(spot, state_);
    const float rate = at<W>(spot, rate_);
    if (position < 0) return enter(spot, state < 0 ? -1.0F : 1.0F, shrink, rate, slope);
    leave(spot, position, level, shrink, rate, slope);
    return Change::kDone;
  }

  /// The direction of a class walk: v = -N sign d_S. Returns d'v, both with the sign.
  SUPDICT_WARP float turn(const float* d, float sign) {
    Float own[kPlaces];
    W::load_atoms(d, own);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) rate_[a] = own[a] = Float(sign) * own[a];
    scatter(own, memory_.g);
    W::sync();
    subtract_product(memory_.g, rate_);
    W::sync();
    return -inner(own, rate_);
  }

  /// d'alpha, and d'v.
  SUPDICT_WARP float with_code(const float* d) const {
    return with(d, state_);
  }
  SUPDICT_WARP float with_direction(const float* d) const {
    return -with(d, rate_);
  }

  /// rho = q - G alpha, summed in double.
  SUPDICT_WARP void residual_in_double(const float* q, Float (&rho)[kPlaces]) {
    W::load_atoms_once(q, rho);
    W::sync();
    scatter(state_, memory_.g);
    W::sync();
    typename W::Double sums[kPlaces];
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) sums[a] = W::widen(rho[a]);
    for (int r = 0; r < top_; ++r) {
      Float column[kPlaces];
      W::load_atoms(G_ + memory_.atoms[r] * kAtoms, column);
      const double alpha = memory_.g[r];
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) {
        sums[a] -= typename W::Double(alpha) * W::widen(column[a]);
      }
    }
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) rho[a] = W::narrow(sums[a]);
  }

  /// The same in float.
  SUPDICT_WARP void residual(const float* q, Float (&rho)[kPlaces]) {
    W::load_atoms_once(q, rho);
    W::sync();
    scatter(state_, memory_.g);
    W::sync();
    for (int r = 0; r < top_; ++r) {
      Float column[kPlaces];
      W::load_atoms(G_ + memory_.atoms[r] * kAtoms, column);
      const float alpha = memory_.g[r];
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) rho[a] -= Float(alpha) * column[a];
    }
  }

  /// After residual().
  SUPDICT_WARP AtPositions<W, 1> at_positions(const float* q, const Float (&rho)[kPlaces],
                                              const float* d) {
    scatter(rho, memory_.u);
    W::sync();
    const Int atom = W::load(memory_.atoms, W::lane());
    const Float zero = 0.0F;
    return {{W::load(memory_.g, W::lane())},
            {W::load(q, atom)},
            {W::load(memory_.u, W::lane())},
            {d != nullptr ? W::load(d, atom) : zero}};
  }
  /// Positions from here on are free.
  SUPDICT_WARP int top() const {
    return top_;
  }

  /// alpha += N residue where that keeps its sign; lane r has the residue of position r.
  SUPDICT_WARP void correct(const Float (&residue)[kSlots]) {
    W::sync();
    W::store(memory_.g, W::lane(), residue[0], Bool(true));
    W::sync();
    Float step[kPlaces];
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      step[a] = W::load(memory_.g, select(position_[a] >= 0, position_[a], Int(0)));
    }
    subtract_product(memory_.g, step);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      const Float next = state_[a] + step[a];
      state_[a] = select(position_[a] >= 0 && next * state_[a] > 0.0F, next, state_[a]);
    }
  }

  SUPDICT_WARP void code(Float (&alpha)[kPlaces]) const {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      alpha[a] = select(position_[a] >= 0, state_[a], Float(0.0F));
    }
  }

  /// alpha = 0.
  SUPDICT_WARP void clear() {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      state_[a] = select(position_[a] >= 0, Float(0.0F), state_[a]);
    }
  }

  SUPDICT_WARP void save(Saved& saved) {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
#pragma unroll
      for (int r = 0; r < kCap; ++r) put_row<W>(saved.numbers, a * kCap + r, T_[a][r]);
      put_row<W>(saved.numbers, kPlaces * kCap + a, state_[a]);
      put_row<W>(saved.positions, a, position_[a]);
    }
    put_row<W>(saved.atoms, 0, W::load(memory_.atoms, W::lane()));
    saved_occupied_ = occupied_;
    W::sync();
  }
  SUPDICT_WARP void restore(const Saved& saved) {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
#pragma unroll
      for (int r = 0; r < kCap; ++r) T_[a][r] = get_row<W>(saved.numbers, a * kCap + r);
      state_[a] = get_row<W>(saved.numbers, kPlaces * kCap + a);
      position_[a] = get_row<W>(saved.positions, a);
    }
    W::sync();
    W::store(memory_.atoms, W::lane(), get_row<W>(saved.atoms, 0), Bool(true));
    W::store(memory_.g, W::lane(), Float(0.0F), Bool(true));
    W::store(memory_.u, W::lane(), Float(0.0F), Bool(true));
    W::sync();
    occupied_ = saved_occupied_;
    find_top();
  }

 private:
  static constexpr int kOutside = -1;
  static constexpr int kExcluded = -2;

  SUPDICT_WARP void scatter(const Float (&x)[kPlaces], float* positions) const {
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) W::store(positions, position_[a], x[a], position_[a] >= 0);
  }

  /// y -= T h.
  SUPDICT_WARP void subtract_product(const float* h, Float (&y)[kPlaces]) const {
#pragma unroll
    for (int r = 0; r < kCap; r += 4) {
      if (r >= top_) break;
      const Four four = W::four(h + r);
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) {
        y[a] -= T_[a][r] * four.x;
        y[a] -= T_[a][r + 1] * four.y;
        y[a] -= T_[a][r + 2] * four.z;
        y[a] -= T_[a][r + 3] * four.w;
      }
    }
  }

  /// T -= f u'.
  SUPDICT_WARP void subtract_outer(const Float (&f)[kPlaces], const float* u) {
#pragma unroll
    for (int r = 0; r < kCap; r += 4) {
      if (r >= top_) break;
      const Four four = W::four(u + r);
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) {
        T_[a][r] -= f[a] * four.x;
        T_[a][r + 1] -= f[a] * four.y;
        T_[a][r + 2] -= f[a] * four.z;
        T_[a][r + 3] -= f[a] * four.w;
      }
    }
  }

  SUPDICT_WARP Change enter(const Spot& spot, float sign, float shrink, float rate, float& slope) {
    const int r = W::first_bit(~occupied_);
    if (occupied_ == kEveryPosition) return Change::kFull;
    const int atom = atom_of<kPlaces>(spot);
    Float y[kPlaces];
    const int offset = atom * kAtoms;
    W::load_atoms(G_ + offset, y);
    const float square = at<W>(spot, y);
    scatter(y, memory_.g);
    W::sync();
    subtract_product(memory_.g, y);
    const float schur = at<W>(spot, y);
    if (!(schur > kDependent * square)) {
      W::sync();
#pragma unroll
      for (int a = 0; a < kPlaces; ++a) {
        position_[a] = select(is_at<W>(spot, a), Int(kExcluded), position_[a]);
      }
      return Change::kPassedOver;
    }
    scatter(y, memory_.u);
    W::store(memory_.u, Int(r), Float(-1.0F), W::lane() == 0);
    W::store(memory_.atoms, Int(r), Int(atom), W::lane() == 0);
    occupied_ |= 1U << r;
    find_top();
    W::sync();
    const float inverse = W::reciprocal(schur);
    const float missing = shrink * sign - rate;
    Float f[kPlaces];
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      const Bool own = is_at<W>(spot, a);
      f[a] = y[a] * Float(inverse) - select(own, Float(inverse), Float(0.0F));
      rate_[a] += Float(missing) * f[a] - select(own, Float(shrink * sign), Float(0.0F));
      state_[a] = select(own, Float(sign * kEntering), state_[a]);
      position_[a] = select(own, Int(r), position_[a]);
    }
    subtract_outer(f, memory_.u);
    slope -= rate * rate * inverse;
    return Change::kDone;
  }

  SUPDICT_WARP void leave(const Spot& spot, int r, float level, float shrink, float rate,
                          float& slope) {
    W::store(memory_.g, W::lane(), select(W::lane() == r, Float(1.0F), Float(0.0F)), Bool(true));
    W::sync();
    Float y[kPlaces] = {Float(0.0F), Float(0.0F)};
    subtract_product(memory_.g, y);
#pragma unroll
    for (Float& share : y) share = -share;
    const float nu = 1.0F - at<W>(spot, y);
    const float inverse = W::reciprocal(nu);
    scatter(y, memory_.u);
    W::sync();
    W::store(memory_.u, Int(r), Float(-nu), W::lane() == 0);
    W::sync();
    const float sign = rate < 0 ? -1.0F : 1.0F;
    Float f[kPlaces];
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      const Bool own = is_at<W>(spot, a);
      f[a] = -y[a] * Float(inverse);
      rate_[a] -= Float(rate) * f[a] - select(own, Float(shrink * sign), Float(0.0F));
      state_[a] = select(own, Float(sign * level * (1.0F - kInside)), state_[a]);
      position_[a] = select(own || position_[a] == kExcluded, Int(kOutside), position_[a]);
    }
    subtract_outer(f, memory_.u);
    W::sync();
    W::store(memory_.g, Int(r), Float(0.0F), W::lane() == 0);
    W::store(memory_.u, Int(r), Float(0.0F), W::lane() == 0);
    W::sync();
    occupied_ &= ~(1U << r);
    find_top();
    slope += rate * rate * inverse;
  }

  SUPDICT_WARP void find_top() {
    top_ = occupied_ == 0 ? 0 : (W::last_bit(occupied_) + 4) / 4 * 4;
  }

  /// Sum over the active atoms.
  SUPDICT_WARP float inner(const Float (&d)[kPlaces], const Float (&x)[kPlaces]) const {
    Float sum = 0.0F;
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      sum += select(position_[a] >= 0, d[a] * x[a], Float(0.0F));
    }
    return W::sum(sum);
  }
  SUPDICT_WARP float with(const float* d, const Float (&x)[kPlaces]) const {
    Float own[kPlaces];
    W::load_atoms(d, own);
    return inner(own, x);
  }

  static constexpr std::uint32_t kEveryPosition = kCap == 32 ? ~0U : (1U << kCap) - 1;

  const float* G_;
  Memory& memory_;
  Float T_[kPlaces][kCap];
  Float state_[kPlaces];
  Float rate_[kPlaces];
  Int position_[kPlaces];       ///< or kOutside, or kExcluded
  std::uint32_t occupied_ = 0;  ///< a bit for each position
  std::uint32_t saved_occupied_ = 0;
  int top_ = 0;  ///< positions from here on are free; a multiple of 4
};

}  // namespace supdict::cuda
