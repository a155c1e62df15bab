// SPDX-License-Identifier: BSD-3-Clause
// Bounds of the optimum from residuals                      [equations.md E13, "Without a Gram
// matrix"]
//
//   upper = C_l(z) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1
//   lower = lambda0 (2 s r'x - s^2 r'r) - s v'b - sum_i q_s,i log q_s,i,   s ||c||_inf <= lambda1
//
// The dual point is made of r and v as they were computed: what they differ from the residual and
// the softmax of any code does not matter.
#pragma once

#include "coding/atoms.hpp"
#include "coding/solver_kernels.hpp"

namespace supdict::coding {

/// Sizes that the roundings of a signal's numbers depend on.
struct Magnitudes {
  double n = 0;
  double p = 0;
  double atom = 0;   ///< largest norm of an atom
  double x = 0;      ///< ||x||
  double theta = 0;  ///< largest |A_jl|
  double bias = 0;
  bool bilinear = false;
};

// Squares of smaller numbers may be lost.
inline constexpr double kSmallestNorm = 0x1p-500;

/// Of the signal x (n entries), of squared norm xx as computed.
template <class T>
Magnitudes magnitudes(const Atoms<T>& atoms, const T* x, double xx);

/// Of the entries of A computed in double.
Rounding class_rounding(const Magnitudes& sizes);

/// Largest error of an entry of c against the dual point (r, v), as scan_atoms computes it from r
/// and v rounded to T, and as it is computed in double. `c_size` bounds the entries that count.
template <class T>
double scan_error(const Magnitudes& sizes, double lambda0, double r_norm, double mass,
                  double c_size);
double exact_error(const Magnitudes& sizes, double lambda0, double r_norm, double mass,
                   double c_size);

/// s <= 1 with s c_max <= lambda1, and with no entry of q_s below 0.
double feasible_scale(double c_max, double lambda1, double mass, double p);

/// lambda0 (2 s r'x - s^2 r'r), rounded down.
double quadratic_below(const Magnitudes& sizes, double lambda0, double s, double rx, double rr);

/// Of ||x - D alpha|| as computed in double over `nonzeros` atoms.
double residual_error(const Magnitudes& sizes, double norm1, double nonzeros);

/// C_l + lambda0 rr + lambda1 norm1, rounded up, for a residual in double over `nonzeros` atoms.
double value_above(const Magnitudes& sizes, double lambda0, double lambda1, double rr, double norm1,
                   double nonzeros, const ClassPoint& at);

}  // namespace supdict::coding
