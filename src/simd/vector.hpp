// SPDX-License-Identifier: BSD-3-Clause
// The compiler's vector types, one register wide for the target: arithmetic, comparison and
// mask ? a : b work element by element.
#pragma once

#include <cstddef>

#include "simd/target.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
struct VectorOf {
  // An alias declaration cannot carry these attributes for a dependent type.
  // NOLINTNEXTLINE(modernize-use-using)
  typedef T Type __attribute__((vector_size(SUPDICT_VECTOR_BYTES), aligned(sizeof(T)), may_alias));
  static constexpr std::ptrdiff_t kLanes = SUPDICT_VECTOR_BYTES / sizeof(T);
};

template <class T>
using Vec = typename VectorOf<T>::Type;

template <class T>
inline constexpr std::ptrdiff_t kLanes = VectorOf<T>::kLanes;

template <class T>
inline Vec<T> load(const T* from) {
  return *reinterpret_cast<const Vec<T>*>(from);
}
template <class T>
inline void store(T* to, Vec<T> value) {
  *reinterpret_cast<Vec<T>*>(to) = value;
}
template <class T>
inline Vec<T> fill(T value) {
  return Vec<T>{} + value;
}

/// kLanes<double> entries as doubles.
inline Vec<double> load_wide(const double* from) {
  return load(from);
}
// NOLINTNEXTLINE(modernize-use-using)
typedef float HalfVec __attribute__((vector_size(SUPDICT_VECTOR_BYTES / 2), aligned(4), may_alias));
inline Vec<double> load_wide(const float* from) {
  return __builtin_convertvector(*reinterpret_cast<const HalfVec*>(from), Vec<double>);
}
/// And back.
inline void store_narrow(double* to, Vec<double> value) {
  store(to, value);
}
inline void store_narrow(float* to, Vec<double> value) {
  *reinterpret_cast<HalfVec*>(to) = __builtin_convertvector(value, HalfVec);
}

/// 0, 1, ... as template arguments.
template <std::ptrdiff_t... Lane>
struct LaneList {};
template <std::ptrdiff_t Count, std::ptrdiff_t... Lane>
struct FirstLanes : FirstLanes<Count - 1, Count - 1, Lane...> {};
template <std::ptrdiff_t... Lane>
struct FirstLanes<0, Lane...> {
  using Type = LaneList<Lane...>;
};
template <class T>
using AllLanes = typename FirstLanes<kLanes<T>>::Type;

template <class T, std::ptrdiff_t... Lane>
inline Vec<T> number_lanes(LaneList<Lane...> /*all*/) {
  return Vec<T>{T(Lane)...};
}
/// 0, 1, ... in the lanes.
template <class T>
inline Vec<T> lane_numbers() {
  return number_lanes<T>(AllLanes<T>{});
}

template <std::ptrdiff_t Distance, class T, std::ptrdiff_t... Lane>
inline Vec<T> exchange_lanes(Vec<T> value, LaneList<Lane...> /*all*/) {
  return __builtin_shufflevector(value, value, (Lane ^ Distance)...);
}

/// op over all lanes, in halves.
template <class T, std::ptrdiff_t Distance = kLanes<T> / 2, class Op>
inline T reduce_lanes(Vec<T> value, Op op) {
  const Vec<T> half = op(value, exchange_lanes<Distance, T>(value, AllLanes<T>{}));
  if constexpr (Distance == 1) {
    return half[0];
  } else {
    return reduce_lanes<T, Distance / 2>(half, op);
  }
}
template <class T>
inline T smallest_lane(Vec<T> value) {
  return reduce_lanes<T>(value, [](Vec<T> a, Vec<T> b) { return a < b ? a : b; });
}
template <class T>
inline T largest_lane(Vec<T> value) {
  return reduce_lanes<T>(value, [](Vec<T> a, Vec<T> b) { return a < b ? b : a; });
}
template <class T>
inline T sum_lanes(Vec<T> value) {
  return reduce_lanes<T>(value, [](Vec<T> a, Vec<T> b) { return a + b; });
}

template <class T>
inline Vec<T> abs_lanes(Vec<T> value) {
  return value < T(0) ? -value : value;
}
template <class T>
inline Vec<T> max_lanes(Vec<T> a, Vec<T> b) {
  return a < b ? b : a;
}

/// The smallest of many values and its first position, vector after vector.
template <class T>
class Smallest {
 public:
  /// Only values below `limit` count.
  explicit Smallest(T limit) : limit_(limit), value_(fill<T>(limit)) {}

  void next(Vec<T> value) {
    const auto smaller = value < value_;
    value_ = smaller ? value : value_;
    place_ = smaller ? position_ : place_;
    position_ += T(kLanes<T>);
  }

  T value() const { return smallest_lane<T>(value_); }
  /// The position of `smallest` = value(), or -1.
  std::ptrdiff_t place(T smallest) const {
    if (!(smallest < limit_)) return -1;
    const Vec<T> places = value_ == smallest ? place_ : fill<T>(kNowhere);
    return static_cast<std::ptrdiff_t>(smallest_lane<T>(places));
  }

 private:
  static constexpr T kNowhere = T(1 << 24);  // float holds no larger consecutive integers

  T limit_;
  Vec<T> value_;
  Vec<T> place_ = {};
  Vec<T> position_ = lane_numbers<T>();
};

// Over `count` entries in memory, a multiple of kLanes.

template <class T>
inline void copy_vectors(const T* from, std::ptrdiff_t count, T* to) {
  for (std::ptrdiff_t i = 0; i < count; i += kLanes<T>) store(to + i, load(from + i));
}
template <class T>
inline void fill_vectors(T value, std::ptrdiff_t count, T* to) {
  for (std::ptrdiff_t i = 0; i < count; i += kLanes<T>) store(to + i, fill<T>(value));
}
/// y += a x.
template <class T>
inline void add_vectors(T a, const T* x, std::ptrdiff_t count, T* y) {
  for (std::ptrdiff_t i = 0; i < count; i += kLanes<T>) store(y + i, load(y + i) + a * load(x + i));
}

/// Entries [at, at + lanes V) of sum_rows().
template <std::ptrdiff_t V, class T, class Weight, class Row>
inline void sum_rows_tile(std::ptrdiff_t count, const Weight& weight, const Row& row,
                          std::ptrdiff_t at, const T* base, T* out) {
  Vec<T> sum[V] = {};
  if (base != nullptr) {
    for (std::ptrdiff_t i = 0; i < V; ++i) sum[i] = load(base + at + i * kLanes<T>);
  }
  for (std::ptrdiff_t s = 0; s < count; ++s) {
    const T* x = row(s) + at;
    const T factor = weight(s);
#pragma GCC unroll 4
    for (std::ptrdiff_t i = 0; i < V; ++i) sum[i] += factor * load(x + i * kLanes<T>);
  }
  for (std::ptrdiff_t i = 0; i < V; ++i) store(out + at + i * kLanes<T>, sum[i]);
}
/// out = base + sum_s weight(s) row(s) for long rows of `width` entries; without `base` from zero.
template <class T, class Weight, class Row>
inline void sum_rows(std::ptrdiff_t count, const Weight& weight, const Row& row,
                     std::ptrdiff_t width, const T* base, T* out) {
  constexpr std::ptrdiff_t kTile = 4;
  std::ptrdiff_t at = 0;
  for (; at + kTile * kLanes<T> <= width; at += kTile * kLanes<T>) {
    sum_rows_tile<kTile>(count, weight, row, at, base, out);
  }
  for (; at < width; at += kLanes<T>) sum_rows_tile<1>(count, weight, row, at, base, out);
}
/// The same from zero for short rows: a second chain of additions hides the latency.
template <class T, class Weight, class Row>
inline void sum_short_rows(std::ptrdiff_t count, const Weight& weight, const Row& row,
                           std::ptrdiff_t width, T* out) {
  for (std::ptrdiff_t at = 0; at < width; at += kLanes<T>) {
    Vec<T> even = {};
    Vec<T> odd = {};
    std::ptrdiff_t s = 0;
    for (; s + 1 < count; s += 2) {
      even += weight(s) * load(row(s) + at);
      odd += weight(s + 1) * load(row(s + 1) + at);
    }
    if (s < count) even += weight(s) * load(row(s) + at);
    store(out + at, even + odd);
  }
}

}  // namespace supdict::SUPDICT_TARGET
