// SPDX-License-Identifier: BSD-3-Clause
// The few scalar functions kernels need, as compiler builtins inside the target's namespace (see
// target.hpp for why not <cmath>).
#pragma once

#include "simd/target.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
inline T max_of(T a, T b) {
  return a < b ? b : a;
}
template <class T>
inline T min_of(T a, T b) {
  return b < a ? b : a;
}
inline float abs_of(float x) {
  return __builtin_fabsf(x);
}
inline double abs_of(double x) {
  return __builtin_fabs(x);
}
inline float exp_of(float x) {
  return __builtin_expf(x);
}
inline double exp_of(double x) {
  return __builtin_exp(x);
}
inline double log_of(double x) {
  return __builtin_log(x);
}
inline double log1p_of(double x) {
  return __builtin_log1p(x);
}
inline float sqrt_of(float x) {
  return __builtin_sqrtf(x);
}
inline double sqrt_of(double x) {
  return __builtin_sqrt(x);
}

/// argmin_t 1/2 (t - x)^2 + threshold |t|
template <class T>
inline T soft_threshold(T x, T threshold) {
  return x > threshold ? x - threshold : (x < -threshold ? x + threshold : T(0));
}

/// log(1 + exp(x)) without overflow.
inline double softplus(double x) {
  return x > 0 ? x + log1p_of(exp_of(-x)) : log1p_of(exp_of(x));
}

/// (1 + d) log(1 + d) - d, for d >= -1: the terms of a Kullback-Leibler divergence, free of the
/// cancellation that the plain formula suffers near 0.
inline double kl_term(double d) {
  if (d <= -1) return 1;
  constexpr double kSeriesBelow = 1e-4;  // next term of the series is d^4/12 < 1e-17
  if (abs_of(d) < kSeriesBelow) return d * d * (0.5 - d / 6);
  return (1 + d) * log1p_of(d) - d;
}

/// KL(q_s || q) for class probabilities q and q_s = q + (1 - s)(e_l - q). `right` is q_l, `wrong`
/// the sum of the others, `cost` = -log q_l (finite also where q_l has underflowed).
inline double class_divergence(double right, double wrong, double cost, double s) {
  const double shift = (1 - s) * wrong;
  if (shift == 0) return 0;
  constexpr double kUnderflow = 1e-30;
  const double toward = right > kUnderflow
                            ? right * kl_term(shift / right)
                            : (right + shift) * (log_of(right + shift) + cost) - shift;
  return toward + wrong * kl_term(s - 1);
}

}  // namespace supdict::SUPDICT_TARGET
