// SPDX-License-Identifier: BSD-3-Clause
// Bounds of the optimum that hold in floating point                            [equations.md E13]
//
//   upper = C_l(z) + lambda0 (||x||^2 - 2 alpha'q + alpha'G alpha) + lambda1 ||alpha||_1
//   lower = lambda0 ((2 s - s^2) ||x||^2 - 2 (s - s^2) alpha'q - s^2 alpha'G alpha)
//           - s v'b - sum_i q_s,i log q_s,i,    s ||c||_inf <= lambda1
//
// each moved outwards by the rounding errors its terms may carry: those of q = D'x, G = D'D and A
// (given with the problem), of the sums over alpha (in double) and of c (in T).
#pragma once

#include "coding/class_cost.hpp"

namespace supdict::SUPDICT_TARGET {

using coding::Problem;

/// Sums over the atoms, in double.
struct Moments {
  double c_max = 0;           ///< ||c||_inf; max(0, max_i c_i) where alpha >= 0
  double s = 1;               ///< min(1, lambda1 / c_max)
  double slack = 0;           ///< sum_i (lambda1 |alpha_i| - s alpha_i c_i)
  double nonzeros = 0;        ///< of alpha
  double norm1 = 0;           ///< ||alpha||_1
  double alpha_q = 0;         ///< alpha'q
  double alpha_rho = 0;       ///< alpha'rho, rho = q - G alpha
  double alpha_rho_size = 0;  ///< sum_i |alpha_i rho_i|
  double rho_error = 0;       ///< what an entry of rho lost where it was not summed in double
};

struct Certificate {
  double value;
  double gap;
};

/// Value and gap from those sums.
template <class T, class Term>
SUPDICT_HD inline Certificate certificate_of(const Problem<T>& problem, const Term& term,
                                             const Moments& at) {
  const double lambda0 = problem.lambda0;
  const double rr = max_of(0.0, problem.xx - at.alpha_q - at.alpha_rho);
  return {term.value() + lambda0 * rr + static_cast<double>(problem.lambda1) * at.norm1,
          lambda0 * (1 - at.s) * (1 - at.s) * rr + at.slack + term.divergence(at.s)};
}

struct Bounds {
  double lower;
  double upper;
};

template <class T, class Term>
class BoundsOf {
 public:
  SUPDICT_HD BoundsOf(const Problem<T>& problem, const Term& term, const Moments& at)
      : problem_(problem),
        term_(term),
        at_(at),
        class_(term.bounds(problem.rounding, at.norm1, at.nonzeros)),
        alpha_G_alpha_(at.alpha_q - at.alpha_rho) {
    const coding::Rounding& rounding = problem.rounding;
    const double norm1 = at.norm1;
    const double in_sums = kRoundoff<double> * (at.nonzeros + 8);
    const double rho_size = rounding.q_size + rounding.G_size * norm1;
    scale_error_ = scale_error() * rho_size;
    rho_error_ = rounding.q + rounding.G * norm1 + in_sums * rho_size + at.rho_error;
    alpha_q_error_ = norm1 * (rounding.q + in_sums * rounding.q_size);
    quadratic_error_ = norm1 * norm1 * rounding.G + kRoundoff<T> * at.alpha_rho_size +
                       norm1 * (rounding.underflow + at.rho_error) + 3 * in_sums * norm1 * rho_size;
    evaluation_error_ =
        16 * kRoundoff<double> * (problem.xx + 2 * abs_of(at.alpha_q) + abs_of(alpha_G_alpha_)) +
        (problem.xx > 0 || at.c_max > 0 ? kUnderflow : 0);
  }

  SUPDICT_HD double upper() const {
    const double rr = problem_.xx - 2 * at_.alpha_q + alpha_G_alpha_;
    const double rr_error = problem_.rounding.xx + 2 * alpha_q_error_ + quadratic_error_;
    const double l1 = problem_.exact_lambda1 * at_.norm1;
    const double value = term_.value() + l1 + problem_.exact_lambda0 * max_of(0.0, rr);
    return value * (1 + 8 * kRoundoff<double>)+class_.value_error +
           kRoundoff<double> * (at_.nonzeros + 8) * l1 +
           problem_.exact_lambda0 * (rr_error + evaluation_error_);
  }

  SUPDICT_HD double lower() const {
    const double s = feasible_scale();
    const double whole = 2 * s - s * s;
    const double rest = 2 * (s - s * s);
    const double quadratic = whole * problem_.xx - rest * at_.alpha_q - s * s * alpha_G_alpha_;
    const double error = whole * problem_.rounding.xx + rest * alpha_q_error_ +
                         s * s * quadratic_error_ + evaluation_error_;
    return problem_.exact_lambda0 * (quadratic - error) + term_.dual_below(s);
  }

 private:
  /// Of 2 lambda0 in T, beyond one rounding: where it is too small for a normal number.
  SUPDICT_HD double scale_error() const {
    const double exact = problem_.exact_lambda0;
    const double error = abs_of(static_cast<double>(problem_.lambda0) - exact);
    return 2 * max_of(0.0, error - kRoundoff<T> * exact);
  }

  /// The largest s <= 1 for which s |c_i| <= lambda1 certainly holds and q_s certainly has no
  /// negative entry.
  SUPDICT_HD double feasible_scale() const {
    const double in_rows = class_.mass * problem_.rounding.A_size;
    const double c_error = 2 * problem_.exact_lambda0 * rho_error_ + scale_error_ +
                           2 * (class_.mass * problem_.rounding.A + problem_.rounding.underflow) +
                           kRoundoff<T> * (4 + class_.roundings) * (at_.c_max + 4 * in_rows);
    const double c_max = (at_.c_max + c_error) * (1 + 8 * kRoundoff<double>);
    const double s = c_max > problem_.exact_lambda1 ? problem_.exact_lambda1 / c_max : 1;
    const double mass = class_.mass * (1 + kRoundoff<double> * (class_.roundings + 8));
    return s * mass > 1 ? 1 / mass : s;
  }

  /// What products of doubles below the smallest normal number can lose.
  static constexpr double kUnderflow = 0x1p-1000;

  const Problem<T>& problem_;
  const Term& term_;
  const Moments& at_;
  ClassBounds class_;
  double alpha_G_alpha_;
  double scale_error_ = 0;  ///< of 2 lambda0 in T, in an entry of c
  double rho_error_ = 0;    ///< |rho_i - d_i'(x - D alpha)|, before rho was rounded to T
  double alpha_q_error_ = 0;
  double quadratic_error_ = 0;
  double evaluation_error_ = 0;  ///< of the last few operations
};

/// No cost is negative and none is infinite. Where numbers have overflowed, nothing more is known.
template <class T, class Term>
SUPDICT_HD inline Bounds bounds_of(const Problem<T>& problem, const Term& term, const Moments& at) {
  const BoundsOf<T, Term> bounds(problem, term, at);
  const double lower = bounds.lower();
  const double upper = bounds.upper();
  return {lower > 0 ? lower : 0, upper >= 0 ? upper : __builtin_huge_val()};
}

}  // namespace supdict::SUPDICT_TARGET
