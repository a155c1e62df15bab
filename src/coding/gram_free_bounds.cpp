// SPDX-License-Identifier: BSD-3-Clause
#include "coding/gram_free_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/kernels.hpp"

namespace supdict::coding {
namespace {

template <class T>
constexpr double kUnit = std::numeric_limits<T>::epsilon() / 2;
constexpr double kSecondOrder = 1.01;  // of N roundings, as long as N roundings are below 1 %
constexpr double kLastSteps = 1 + 16 * kUnit<double>;  // of the evaluation of a bound
/// What products of doubles below the smallest normal number can lose.
constexpr double kUnderflow = 0x1p-1000;

/// Of a sum of `count` products in double, relative to the sum of their sizes.
double in_double(double count) {
  return kSecondOrder * kUnit<double> * (count + 4);
}

}  // namespace

template <class T>
Magnitudes magnitudes(const Atoms<T>& atoms, const T* x, double xx) {
  Magnitudes sizes;
  sizes.n = static_cast<double>(atoms.n());
  sizes.p = atoms.p();
  sizes.atom = atoms.atom_size();
  sizes.x = std::sqrt(xx) * (1 + 1e-9);
  const bool zero = std::all_of(x, x + atoms.n(), [](T entry) { return entry == T(0); });
  if (!zero) sizes.x = std::max(sizes.x, kSmallestNorm);
  sizes.bilinear = atoms.bilinear();
  sizes.theta = atoms.theta_size() * (sizes.bilinear ? sizes.x : 1);
  sizes.bias = atoms.bias_size();
  return sizes;
}

Rounding class_rounding(const Magnitudes& sizes) {
  Rounding rounding;
  rounding.A = sizes.bilinear ? in_double(sizes.n) * sizes.theta + kUnderflow : 0;
  rounding.A_size = sizes.theta;
  rounding.b_size = sizes.bias;
  return rounding;
}

template <class T>
double scan_error(const Magnitudes& sizes, double lambda0, double r_norm, double mass,
                  double c_size) {
  const auto n = static_cast<simd::Size>(sizes.n);
  const double in_sum = kSecondOrder * kUnit<T> * static_cast<double>(simd::correlate_roundings(n));
  const double lost = sizes.n * static_cast<double>(std::numeric_limits<T>::denorm_min());
  const double product_size = sizes.atom * r_norm;
  // The products, r rounded to T, and what both lose that is too small for T.
  const double rho = (in_sum + 2 * kUnit<T>)*product_size + lost * (1 + sizes.atom);
  const double scale = std::abs(static_cast<double>(static_cast<T>(2 * lambda0)) - 2 * lambda0);
  const double rows = sizes.bilinear ? in_sum * sizes.theta + lost * (1 + sizes.theta) : 0;
  const double in_classes = sizes.p > 0 ? sizes.p + 6 : 0;
  return kLastSteps * (2 * lambda0 * rho + 2 * scale * product_size + 2 * mass * rows +
                       (sizes.p > 0 ? lost * (1 + sizes.theta) : 0) +
                       kUnit<T> * (4 + in_classes) * (c_size + 4 * mass * sizes.theta)) +
         static_cast<double>(std::numeric_limits<T>::denorm_min());
}

double exact_error(const Magnitudes& sizes, double lambda0, double r_norm, double mass,
                   double c_size) {
  const double rho = in_double(sizes.n) * sizes.atom * r_norm + kUnderflow;
  const double rows = class_rounding(sizes).A;
  const double in_classes = sizes.p > 0 ? sizes.p + 6 : 0;
  return kLastSteps * (2 * lambda0 * rho + 2 * mass * rows +
                       kUnit<double> * (4 + in_classes) * (c_size + 4 * mass * sizes.theta));
}

double feasible_scale(double c_max, double lambda1, double mass, double p) {
  const double size = c_max * (1 + 8 * kUnit<double>);
  const double s = size > lambda1 ? lambda1 / size : 1;
  const double share = mass * (1 + kUnit<double> * (p + 16));
  return s * share > 1 ? 1 / share : s;
}

double quadratic_below(const Magnitudes& sizes, double lambda0, double s, double rx, double rr) {
  const double r_norm = std::sqrt(rr) * (1 + 1e-9);
  const double error = in_double(sizes.n) * (2 * s * r_norm * sizes.x + s * s * rr) +
                       16 * kUnit<double> * (2 * std::abs(rx) + rr) +
                       (sizes.x > 0 || rr > 0 ? kUnderflow : 0);
  return lambda0 * (2 * s * rx - s * s * rr - error);
}

double residual_error(const Magnitudes& sizes, double norm1, double nonzeros) {
  // Every entry is a sum of one number of x and one per atom.
  const double lost = sizes.x > 0 || norm1 > 0 ? kUnderflow : 0;
  return in_double(nonzeros + 1) * (sizes.x + norm1 * sizes.atom) + lost;
}

double value_above(const Magnitudes& sizes, double lambda0, double lambda1, double rr, double norm1,
                   double nonzeros, const ClassPoint& at) {
  const double lost = sizes.x > 0 || norm1 > 0 ? kUnderflow : 0;
  const double in_r = residual_error(sizes, norm1, nonzeros);
  const double rr_error = in_r * (2 * std::sqrt(rr) + in_r) + in_double(sizes.n) * rr + lost;
  const double l1 = lambda1 * norm1;
  return (at.value + lambda0 * (rr + rr_error) + l1 * (1 + in_double(nonzeros + 8)) +
          at.value_error) *
         kLastSteps;
}

template Magnitudes magnitudes<float>(const Atoms<float>&, const float*, double);
template Magnitudes magnitudes<double>(const Atoms<double>&, const double*, double);
template double scan_error<float>(const Magnitudes&, double, double, double, double);
template double scan_error<double>(const Magnitudes&, double, double, double, double);

}  // namespace supdict::coding
