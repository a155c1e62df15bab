// SPDX-License-Identifier: BSD-3-Clause
// The signs that coefficients may have, as a template argument of the innermost loops:
//   BothSigns   lambda1 ||alpha||_1:              the dual asks |c_i| <= lambda1
//   OneSign     the same where alpha_i >= 0:      the dual asks  c_i  <= lambda1
// Weights of atoms and a ridge need nothing of the kind: they are a change of dictionary and Gram
// matrix (packed.cpp).
#pragma once

#include "coding/problem.hpp"
#include "simd/scalar_math.hpp"
#include "simd/vector.hpp"

namespace supdict::SUPDICT_TARGET {

struct BothSigns {
  static constexpr bool kOneSided = false;
  /// What of a correlation counts against lambda1.
  template <class T>
  static T size(T c) {
    return abs_of(c);
  }
  template <class T>
  static Vec<T> size_lanes(Vec<T> c) {
    return abs_lanes<T>(c);
  }
  /// argmin_t 1/2 (t - x)^2 + threshold |t|
  template <class T>
  static T shrink(T x, T threshold) {
    return soft_threshold(x, threshold);
  }
};

struct OneSign {
  static constexpr bool kOneSided = true;
  template <class T>
  static T size(T c) {
    return c > T(0) ? c : T(0);
  }
  template <class T>
  static Vec<T> size_lanes(Vec<T> c) {
    return c > T(0) ? c : Vec<T>{};
  }
  template <class T>
  static T shrink(T x, T threshold) {
    return x > threshold ? x - threshold : T(0);
  }
};

/// body(BothSigns()) or body(OneSign()): asked once, outside of the loop.
template <class T, class Body>
inline auto with_signs(const coding::Problem<T>& problem, const Body& body) {
  return problem.nonnegative ? body(OneSign{}) : body(BothSigns{});
}

}  // namespace supdict::SUPDICT_TARGET
