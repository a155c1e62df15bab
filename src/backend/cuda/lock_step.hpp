// SPDX-License-Identifier: BSD-3-Clause
// A warp on the host: 32 lanes in lock-step over arrays. What is written once over the verbs of
// Warp (tableau.hpp, rows.hpp, walk.hpp) runs here under sanitizers, and on the device
// (device_warp.hpp) as plain registers and intrinsics.
//
// The verbs, with Float, Int and Bool standing for one value per lane:
//   lane()                      number of the lane
//   widen(x), narrow(x)         to double and back
//   load(p, i), store(p, i, x, where)   memory at an index per lane
//   load_once, store_once       the same past the first cache
//   load_atoms(row, x)          x[a] = row[atom of the lane's a-th place], see atom_at()
//   store_atoms(row, x)         the reverse
//   four(p)                     four numbers, the same for every lane
//   shuffle(x, lane)            the value of one lane, for all
//   largest(x)                  of non-negative Floats: bits that compare like them
//   sum(x)                      for all lanes, in fixed order
//   ballot(b)                   one bit per lane
//   sync()                      memory written before is seen by all lanes after
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "backend/cuda/task.hpp"

namespace supdict::cuda {

inline constexpr int kLanes = 32;

struct Four {
  float x, y, z, w;
};

/// Places of a lane that lie side by side in memory.
SUPDICT_HD constexpr int run_of(int places) {
  constexpr int kVector = 4;
  return places < kVector ? places : kVector;
}

/// One bool per lane. What is the same for all lanes converts to it.
struct Mask {
  bool at[kLanes];
  Mask() = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  Mask(bool all) {
    for (bool& b : at) b = all;
  }
  template <class Function>
  static Mask from(const Function& function) {
    Mask mask;
    for (int i = 0; i < kLanes; ++i) mask.at[i] = function(i);
    return mask;
  }
  friend Mask operator&&(const Mask& a, const Mask& b) {
    return from([&](int i) { return a.at[i] && b.at[i]; });
  }
  friend Mask operator||(const Mask& a, const Mask& b) {
    return from([&](int i) { return a.at[i] || b.at[i]; });
  }
  friend Mask operator!(const Mask& a) {
    return from([&](int i) { return !a.at[i]; });
  }
};

/// One number per lane. What is the same for all lanes converts to it.
template <class T>
struct Lanes {
  T at[kLanes];
  Lanes() = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  Lanes(T all) {
    for (T& x : at) x = all;
  }
  template <class Function>
  static Lanes from(const Function& function) {
    Lanes x;
    for (int i = 0; i < kLanes; ++i) x.at[i] = function(i);
    return x;
  }

  friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return from([&](int i) { return a.at[i] + b.at[i]; });
  }
  friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return from([&](int i) { return a.at[i] - b.at[i]; });
  }
  friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return from([&](int i) { return a.at[i] * b.at[i]; });
  }
  friend Lanes operator-(const Lanes& a) {
    return from([&](int i) { return -a.at[i]; });
  }
  friend Lanes operator&(const Lanes& a, const Lanes& b) {
    return from([&](int i) { return a.at[i] & b.at[i]; });
  }
  friend Lanes operator~(const Lanes& a) {
    return from([&](int i) { return ~a.at[i]; });
  }
  friend Lanes operator|(const Lanes& a, const Lanes& b) {
    return from([&](int i) { return a.at[i] | b.at[i]; });
  }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }

  friend Mask operator<(const Lanes& a, const Lanes& b) {
    return Mask::from([&](int i) { return a.at[i] < b.at[i]; });
  }
  friend Mask operator>(const Lanes& a, const Lanes& b) { return b < a; }
  friend Mask operator>=(const Lanes& a, const Lanes& b) {
    return Mask::from([&](int i) { return a.at[i] >= b.at[i]; });
  }
  friend Mask operator==(const Lanes& a, const Lanes& b) {
    return Mask::from([&](int i) { return a.at[i] == b.at[i]; });
  }
  friend Mask operator!=(const Lanes& a, const Lanes& b) { return !(a == b); }
};

template <class T>
Lanes<T> select(const Mask& where, const Lanes<T>& yes, const Lanes<T>& no) {
  return Lanes<T>::from([&](int i) { return where.at[i] ? yes.at[i] : no.at[i]; });
}
inline Lanes<float> magnitude(const Lanes<float>& x) {
  return Lanes<float>::from([&](int i) { return std::fabs(x.at[i]); });
}
/// Of a number and NaN the number, as on the device.
inline Lanes<float> larger(const Lanes<float>& a, const Lanes<float>& b) {
  return Lanes<float>::from([&](int i) { return std::fmax(a.at[i], b.at[i]); });
}

struct HostWarp {
  using Float = Lanes<float>;
  using Double = Lanes<double>;
  using Int = Lanes<int>;
  using Bool = Mask;

  static Double widen(const Float& x) {
    return Double::from([&](int i) { return static_cast<double>(x.at[i]); });
  }
  static Float narrow(const Double& x) {
    return Float::from([&](int i) { return static_cast<float>(x.at[i]); });
  }

  static Int lane() {
    return Int::from([](int i) { return i; });
  }
  template <class T>
  static Lanes<T> load(const T* p, const Int& index) {
    return Lanes<T>::from([&](int i) { return p[index.at[i]]; });
  }
  /// Where the same warp, if any, will ask for it again: past the first cache.
  template <class T>
  static Lanes<T> load_once(const T* p, const Int& index) {
    return load(p, index);
  }
  template <class T>
  static void store_once(T* p, const Int& index, const Lanes<T>& x, const Bool& where) {
    store(p, index, x, where);
  }
  template <int kAtoms>
  static void load_atoms_once(const float* row, Float (&x)[kAtoms]) {
    load_atoms(row, x);
  }
  template <class T>
  static void store(T* p, const Int& index, const Lanes<T>& x, const Bool& where) {
    for (int i = 0; i < kLanes; ++i) {
      if (where.at[i]) p[index.at[i]] = x.at[i];
    }
  }
  /// Lanes take atoms two by two, or four by four where they own more than two.
  template <int kAtoms>
  static Int atom_at(int place) {
    constexpr int kRun = run_of(kAtoms);
    return Int::from([&](int i) { return place / kRun * kRun * kLanes + kRun * i + place % kRun; });
  }
  template <int kAtoms>
  static void load_atoms(const float* row, Float (&x)[kAtoms]) {
    for (int a = 0; a < kAtoms; ++a) x[a] = load(row, atom_at<kAtoms>(a));
  }
  template <int kAtoms>
  static void store_atoms(float* row, const Float (&x)[kAtoms]) {
    for (int a = 0; a < kAtoms; ++a) store(row, atom_at<kAtoms>(a), x[a], Bool(true));
  }
  /// What one lane writes.
  template <class T>
  static void put(T* p, const T& x) {
    *p = x;
  }
  /// Lanes below `count` write theirs.
  static void put_entry(Entry* p, const Float& alpha, const Float& q, const Float& rho,
                        const Float& d, int count) {
    for (int i = 0; i < kLanes; ++i) {
      if (i < count) p[i] = {alpha.at[i], q.at[i], rho.at[i], d.at[i]};
    }
  }
  static Four four(const float* p) { return {p[0], p[1], p[2], p[3]}; }
  template <class T>
  static T shuffle(const Lanes<T>& x, int lane) {
    return x.at[lane];
  }
  static std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
  static float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }
  static std::uint32_t largest(const Float& x) {
    std::uint32_t top = 0;
    for (const float value : x.at) top = bits(value) > top ? bits(value) : top;
    return top;
  }
  /// As a butterfly of shuffles adds them.
  static float sum(Float x) {
    for (int apart = kLanes / 2; apart > 0; apart /= 2) {
      x = Float::from([&](int i) { return x.at[i] + x.at[i ^ apart]; });
    }
    return x.at[0];
  }
  static std::uint32_t ballot(const Bool& where) {
    std::uint32_t bits = 0;
    for (int i = 0; i < kLanes; ++i) bits |= static_cast<std::uint32_t>(where.at[i]) << i;
    return bits;
  }
  static Bool lane_bit(std::uint32_t bits) {
    return Bool::from([&](int i) { return (bits >> i & 1U) != 0; });
  }
  static int first_bit(std::uint32_t bits) { return std::countr_zero(bits); }
  static int last_bit(std::uint32_t bits) { return 31 - std::countl_zero(bits); }
  static Float reciprocal(const Float& x) {
    return Float::from([&](int i) { return 1 / x.at[i]; });
  }
  static float reciprocal(float x) { return 1 / x; }
  static float exp_of(float x) { return std::exp(x); }
  static float log_of(float x) { return std::log(x); }
  static float log1p_of(float x) { return std::log1p(x); }
  static void sync() {}
};

}  // namespace supdict::cuda
