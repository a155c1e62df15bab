// SPDX-License-Identifier: BSD-3-Clause
// The few scalar functions kernels need, as compiler builtins inside the target's namespace (see
// target.hpp for why not <cmath>).
#pragma once

#include "simd/target.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
SUPDICT_HD inline T max_of(T a, T b) {
  return a < b ? b : a;
}
template <class T>
SUPDICT_HD inline T min_of(T a, T b) {
  return b < a ? b : a;
}
SUPDICT_HD inline float abs_of(float x) {
  return __builtin_fabsf(x);
}
SUPDICT_HD inline double abs_of(double x) {
  return __builtin_fabs(x);
}
SUPDICT_HD inline float exp_of(float x) {
  return __builtin_expf(x);
}
SUPDICT_HD inline double exp_of(double x) {
  return __builtin_exp(x);
}
SUPDICT_HD inline double log_of(double x) {
  return __builtin_log(x);
}
SUPDICT_HD inline double log1p_of(double x) {
  return __builtin_log1p(x);
}
SUPDICT_HD inline float sqrt_of(float x) {
  return __builtin_sqrtf(x);
}
SUPDICT_HD inline double sqrt_of(double x) {
  return __builtin_sqrt(x);
}

/// Largest relative error of one rounding to the nearest number.
template <class T>
inline constexpr double kRoundoff = sizeof(T) == 4 ? 0x1p-24 : 0x1p-53;

/// argmin_t 1/2 (t - x)^2 + threshold |t|
template <class T>
SUPDICT_HD inline T soft_threshold(T x, T threshold) {
  return x > threshold ? x - threshold : (x < -threshold ? x + threshold : T(0));
}

SUPDICT_HD inline double sigmoid(double u) {
  const double e = exp_of(-abs_of(u));
  return (u > 0 ? 1 : e) / (1 + e);
}

/// The inverse of sigmoid.
SUPDICT_HD inline double logit(double p) {
  return p > 0 ? log_of(p) - log1p_of(-p) : -__builtin_huge_val();
}

/// log(1 + exp(x)) without overflow.
SUPDICT_HD inline double softplus(double x) {
  return x > 0 ? x + log1p_of(exp_of(-x)) : log1p_of(exp_of(x));
}

/// (1 + d) log(1 + d) - d, for d >= -1: the terms of a Kullback-Leibler divergence, without the
/// cancellation of the plain formula near 0.
SUPDICT_HD inline double kl_term(double d) {
  if (d <= -1) return 1;
  constexpr double kSeriesBelow = 1e-4;  // next term of the series is d^4/12 < 1e-17
  if (abs_of(d) < kSeriesBelow) return d * d * (0.5 - d / 6);
  return (1 + d) * log1p_of(d) - d;
}

/// -q log q - (1 - q) log(1 - q), for 0 <= q <= 1.
SUPDICT_HD inline double entropy(double q) {
  if (!(q > 0 && q < 1)) return 0;
  return -q * log_of(q) - (1 - q) * log1p_of(-q);
}

/// KL(q_s || q) for class probabilities q and q_s = q + (1 - s)(e_l - q). `right` is q_l, `wrong`
/// the sum of the others, `cost` = -log q_l (finite also where q_l has underflowed).
SUPDICT_HD inline double class_divergence(double right, double wrong, double cost, double s) {
  const double shift = (1 - s) * wrong;
  if (shift == 0) return 0;
  constexpr double kUnderflow = 1e-30;
  const double toward = right > kUnderflow
                            ? right * kl_term(shift / right)
                            : (right + shift) * (log_of(right + shift) + cost) - shift;
  return toward + wrong * kl_term(s - 1);
}

}  // namespace supdict::SUPDICT_TARGET
