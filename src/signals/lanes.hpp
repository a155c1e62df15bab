// SPDX-License-Identifier: BSD-3-Clause
// Sums and norms in double, added in four lanes on every machine: the bits depend neither on the
// width of its vectors nor on the scalar type, and squares of floats cannot overflow.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "supdict/types.hpp"

namespace supdict::signals {

/// sum_i term(i), i = 0 .. n-1.
template <class Term>
double lane_sum(Index n, Term term) {
  double lanes[4] = {};
  Index i = 0;
  for (; i + 4 <= n; i += 4) {
    for (Index lane = 0; lane < 4; ++lane) lanes[lane] += term(i + lane);
  }
  for (; i < n; ++i) lanes[i % 4] += term(i);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// A power of two that scales numbers up to `largest` to where their squares are safe in double; 1
/// for all but those beyond 1e-150 and 1e150.
inline double safe_factor(double largest) {
  if (!(largest > 0) || (largest > 0x1p-500 && largest < 0x1p500)) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

template <class T>
double safe_factor_of(const T* x, Index n) {
  if (std::is_same_v<T, float> || n == 0) return 1;
  return safe_factor(static_cast<double>(Eigen::Map<const Vector<T>>(x, n).cwiseAbs().maxCoeff()));
}

/// ||factor x||_2.
template <class T>
double length(const T* x, Index n, double factor) {
  return std::sqrt(lane_sum(n, [&](Index i) {
    const double value = factor * static_cast<double>(x[i]);
    return value * value;
  }));
}

/// x / ||x||_2 in place; zero stays zero.
template <class T>
void make_unit(T* x, Index n) {
  const double factor = safe_factor_of(x, n);
  const double norm = length(x, n, factor);
  if (!(norm > 0)) return;
  for (Index i = 0; i < n; ++i) x[i] = static_cast<T>(factor * static_cast<double>(x[i]) / norm);
}

}  // namespace supdict::signals
