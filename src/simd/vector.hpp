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
template <class T>
inline T smallest_lane(Vec<T> value) {
  T best = value[0];
  for (std::ptrdiff_t lane = 1; lane < kLanes<T>; ++lane) {
    best = value[lane] < best ? value[lane] : best;
  }
  return best;
}

}  // namespace supdict::SUPDICT_TARGET
