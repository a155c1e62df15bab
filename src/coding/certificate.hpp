// SPDX-License-Identifier: BSD-3-Clause
// Value and duality gap of a coding problem at any alpha                       [equations.md E12]
//
//   r = x - D alpha,  q = softmax(A alpha + b),  v = e_l - q
//   c = 2 lambda0 D'r + A'v,   s = min(1, lambda1 / ||c||_inf),   q_s = q + (1 - s) v
//   gap = lambda0 (1 - s)^2 ||r||^2 + sum_i (lambda1 |alpha_i| - s alpha_i c_i) + KL(q_s || q)
//
// which is value - dual of SPEC form rewritten as a sum of terms that are never negative: nothing
// cancels, so the gap keeps its digits in float too.
#pragma once

#include "coding/class_term.hpp"

namespace supdict::SUPDICT_TARGET {

struct Certificate {
  double value;
  double gap;
};

/// rho = D'r = q - G alpha, from scratch.
template <class T>
inline void correlate_residual(const Problem<T>& problem, const T* alpha, T* rho) {
  const Size k = problem.k;
  SUPDICT_SIMD_LOOP()
  for (Size i = 0; i < k; ++i) rho[i] = problem.q[i];
  for (Size j = 0; j < k; ++j) {
    const T a = alpha[j];
    if (a == T(0)) continue;
    const T* g = problem.G + j * k;
    SUPDICT_SIMD_LOOP()
    for (Size i = 0; i < k; ++i) rho[i] -= a * g[i];
  }
}

/// c = 2 lambda0 rho + A'v, the correlations with the dual point. `term` was refreshed at alpha.
template <class T, class Term>
inline void dual_correlations(const Problem<T>& problem, const Term& term, const T* rho, T* c) {
  const T scale = 2 * problem.lambda0;
  SUPDICT_SIMD_LOOP()
  for (Size i = 0; i < problem.k; ++i) c[i] = scale * rho[i];
  term.add_dual(c);
}

/// The cheap certificate may differ from the exact one in the last digits: a solver that trusts it
/// to stop asks for a little more.
inline bool surely_within(const Certificate& cheap, double tolerance) {
  constexpr double kSafety = 0.9;
  return cheap.gap <= kSafety * tolerance * cheap.value;
}

/// Cheap form for use inside loops: sums in T.
template <class T, class Term>
inline Certificate certify(const Problem<T>& problem, const Term& term, const T* alpha,
                           const T* rho, const T* c) {
  T c_max = 0;
  T norm1 = 0;
  T inner = 0;   // alpha'c
  T energy = 0;  // alpha'(q + rho) = ||x||^2 - ||r||^2
  SUPDICT_SIMD_LOOP(reduction(max : c_max) reduction(+ : norm1, inner, energy))
  for (Size i = 0; i < problem.k; ++i) {
    const T size = abs_of(c[i]);
    c_max = c_max < size ? size : c_max;
    norm1 += abs_of(alpha[i]);
    inner += alpha[i] * c[i];
    energy += alpha[i] * (problem.q[i] + rho[i]);
  }
  const double lambda0 = problem.lambda0;
  const double lambda1 = problem.lambda1;
  const double rr = max_of(0.0, problem.xx - energy);
  const double s = c_max > problem.lambda1 ? lambda1 / c_max : 1;
  const double l1_part = max_of(0.0, lambda1 * norm1 - s * inner);
  return {term.value() + lambda0 * rr + lambda1 * norm1,
          lambda0 * (1 - s) * (1 - s) * rr + l1_part + term.divergence(s)};
}

/// Final form: sums in double. `rho` was made from scratch at alpha; c is overwritten.
template <class T, class Term>
inline Certificate certify_residual(const Problem<T>& problem, Term& term, const T* alpha,
                                    const T* rho, T* c) {
  term.reset(alpha);
  dual_correlations(problem, term, rho, c);
  const double lambda0 = problem.lambda0;
  const double lambda1 = problem.lambda1;
  T c_max = 0;
  SUPDICT_SIMD_LOOP(reduction(max : c_max))
  for (Size i = 0; i < problem.k; ++i) c_max = c_max < abs_of(c[i]) ? abs_of(c[i]) : c_max;
  const double s = c_max > problem.lambda1 ? lambda1 / c_max : 1;
  double norm1 = 0;
  double energy = 0;
  double l1_part = 0;
  SUPDICT_SIMD_LOOP(reduction(+ : norm1, energy, l1_part))
  for (Size i = 0; i < problem.k; ++i) {
    const double a = alpha[i];
    const double slack = lambda1 * abs_of(a) - s * a * static_cast<double>(c[i]);
    norm1 += abs_of(a);
    energy += a * (static_cast<double>(problem.q[i]) + static_cast<double>(rho[i]));
    l1_part += slack > 0 ? slack : 0;
  }
  const double rr = max_of(0.0, problem.xx - energy);
  return {term.value() + lambda0 * rr + lambda1 * norm1,
          lambda0 * (1 - s) * (1 - s) * rr + l1_part + term.divergence(s)};
}

/// The same with rho made here.
template <class T, class Term>
inline Certificate certify_exactly(const Problem<T>& problem, Term& term, const T* alpha, T* rho,
                                   T* c) {
  correlate_residual(problem, alpha, rho);
  return certify_residual(problem, term, alpha, rho, c);
}

/// What every solver returns: the exact certificate at its last point, with rho from scratch.
template <class T, class Term>
inline coding::Outcome finish_residual(const Problem<T>& problem, Term& term, const T* alpha,
                                       const T* rho, T* c, double tolerance, int iterations,
                                       coding::Status otherwise) {
  const Certificate at = certify_residual(problem, term, alpha, rho, c);
  term.write_posterior(problem.posterior);
  const bool converged = at.gap <= tolerance * at.value;
  return {at.value, at.gap, iterations, converged ? coding::Status::kConverged : otherwise};
}

/// The same with rho made here.
template <class T, class Term>
inline coding::Outcome finish(const Problem<T>& problem, Term& term, const T* alpha, T* rho, T* c,
                              double tolerance, int iterations, coding::Status otherwise) {
  correlate_residual(problem, alpha, rho);
  return finish_residual(problem, term, alpha, rho, c, tolerance, iterations, otherwise);
}

}  // namespace supdict::SUPDICT_TARGET
