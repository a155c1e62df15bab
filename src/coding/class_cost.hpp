// SPDX-License-Identifier: BSD-3-Clause
// The class term at one point, as formulas of a few numbers: what values, gaps and bounds ask of
// it. Scalars only, so that a GPU evaluates them too.
#pragma once

#include "coding/problem.hpp"
#include "simd/scalar_math.hpp"

namespace supdict::SUPDICT_TARGET {

/// What the bounds of the optimum need of a class term at the last reset()       [equations.md E13]
struct ClassBounds {
  double value_error = 0;  ///< |value() - C_l(A alpha + b)|
  double mass = 0;         ///< sum of the probabilities of the other classes
  double roundings = 0;    ///< in an entry of c for the class term
};

/// The lasso has no class term.
struct NoCost {
  SUPDICT_HD double value() const { return 0; }
  /// KL divergence of the scaled dual point from the softmax, the class part of the duality gap.
  SUPDICT_HD double divergence(double) const { return 0; }
  SUPDICT_HD ClassBounds bounds(const coding::Rounding&, double, double) const { return {}; }
  /// Lower bound of -s v'b - sum_i q_s,i log q_s,i, the class part of the dual.
  SUPDICT_HD double dual_below(double) const { return 0; }
};

/// Two classes. With d = a_1 - a_0 and u = d'alpha + b_1 - b_0:  C_0 = softplus(u), C_1 =
/// softplus(-u).
struct BinaryCost {
  double bias = 0;  ///< b_1 - b_0
  double sign = 1;  ///< 1 for class 0, -1 for class 1
  double u = 0;
  double wrong = 0;  ///< softmax of the other class
  double right = 0;  ///< softmax of class l

  /// The probabilities at u.
  SUPDICT_HD void refresh() {
    const double e = exp_of(-abs_of(u));
    wrong = (sign * u > 0 ? 1 : e) / (1 + e);
    right = (sign * u > 0 ? e : 1) / (1 + e);
  }

  SUPDICT_HD double value() const { return softplus(sign * u); }

  SUPDICT_HD double divergence(double s) const {
    return class_divergence(right, wrong, value(), s);
  }

  /// u is a sum in double, and C changes by no more than u does.
  SUPDICT_HD ClassBounds bounds(const coding::Rounding& rounding, double norm1,
                                double nonzeros) const {
    const double size = 2 * (rounding.A_size * norm1 + rounding.b_size);
    const double u_error = 2 * rounding.A * norm1 + kRoundoff<double> * (nonzeros + 16) * size;
    constexpr double kRoundings = 4;  // difference of rows, its product, the slope, the sum
    return {u_error + 8 * kRoundoff<double> * value(), wrong, kRoundings};
  }
  SUPDICT_HD double dual_below(double s) const {
    const double share = s * wrong;
    const double linear = share * sign * bias;
    return linear + entropy(share) - 16 * kRoundoff<double> * (1 + abs_of(linear));
  }
};

}  // namespace supdict::SUPDICT_TARGET
