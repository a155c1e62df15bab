// SPDX-License-Identifier: BSD-3-Clause
// exp in all lanes at once.
//   x = n log 2 + r, |r| <= log(2)/2:  exp(x) = 2^n (1 + r + r^2/2 + ...)
//   error     relative, at most 2e-7 (float) and 4e-16 (double) where the result is a normal number
//   range     0 where the result is too small, the largest one where it is too large
#pragma once

#include "simd/vector.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
struct ExponentialConstants;

template <>
struct ExponentialConstants<float> {
  using Integer = int;
  static constexpr int kMantissaBits = 23;
  static constexpr int kBias = 127;
  static constexpr float kSmallest = -87.0F;
  static constexpr float kLargest = 88.0F;
  // log 2 in two parts. The first has so few bits that its product with n is exact.
  static constexpr float kLog2High = 0.693359375F;
  static constexpr float kLog2Low = -2.12194440e-4F;
  // Adding and subtracting this rounds to a whole number.
  static constexpr float kRound = 12582912.0F;
  static constexpr float kTaylor[] = {1.0F / 5040, 1.0F / 720, 1.0F / 120, 1.0F / 24,
                                      1.0F / 6,    1.0F / 2,   1.0F,       1.0F};
};

template <>
struct ExponentialConstants<double> {
  using Integer = long long;
  static constexpr int kMantissaBits = 52;
  static constexpr int kBias = 1023;
  static constexpr double kSmallest = -708.0;
  static constexpr double kLargest = 709.0;
  static constexpr double kLog2High = 6.93145751953125e-1;
  static constexpr double kLog2Low = 1.42860682030941723212e-6;
  static constexpr double kRound = 6755399441055744.0;
  static constexpr double kTaylor[] = {1.0 / 6227020800,
                                       1.0 / 479001600,
                                       1.0 / 39916800,
                                       1.0 / 3628800,
                                       1.0 / 362880,
                                       1.0 / 40320,
                                       1.0 / 5040,
                                       1.0 / 720,
                                       1.0 / 120,
                                       1.0 / 24,
                                       1.0 / 6,
                                       1.0 / 2,
                                       1.0,
                                       1.0};
};

template <class T>
inline Vec<T> exp_lanes(Vec<T> x) {
  using Constants = ExponentialConstants<T>;
  using Integer = typename Constants::Integer;
  constexpr T kLog2E = T(1.4426950408889634074);
  const auto below = x < Constants::kSmallest;
  x = below ? fill<T>(Constants::kSmallest) : x;
  x = x > Constants::kLargest ? fill<T>(Constants::kLargest) : x;
  const Vec<T> shifted = x * kLog2E + Constants::kRound;
  const Vec<T> n = shifted - Constants::kRound;
  const Vec<T> r = (x - n * Constants::kLog2High) - n * Constants::kLog2Low;
  Vec<T> sum = {};
  for (const T term : Constants::kTaylor) sum = sum * r + term;
  // The low bits of `shifted` are n; moved up they are the exponent.
  const auto exponent = reinterpret_cast<Vec<Integer>>(shifted) + Integer(Constants::kBias);
  const auto power = reinterpret_cast<Vec<T>>(exponent << Constants::kMantissaBits);
  return below ? Vec<T>{} : sum * power;
}

}  // namespace supdict::SUPDICT_TARGET
