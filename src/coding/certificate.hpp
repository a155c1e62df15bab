// SPDX-License-Identifier: BSD-3-Clause
// Value and duality gap of a coding problem at any alpha                       [equations.md E12]
//
//   r = x - D alpha,  q = softmax(A alpha + b),  v = e_l - q
//   c = 2 lambda0 D'r + A'v,   s = min(1, lambda1 / ||c||_inf),   q_s = q + (1 - s) v
//   (where alpha >= 0:  s = min(1, lambda1 / max_i c_i))
//   gap = lambda0 (1 - s)^2 ||r||^2 + sum_i (lambda1 |alpha_i| - s alpha_i c_i) + KL(q_s || q)
//
// which is value - dual rewritten as a sum of non-negative terms: nothing cancels, so the gap keeps
// its digits in float too. Solvers stop on it. What they return are bounds of the optimum that
// allow for rounding (bounds.hpp).
#pragma once

#include "coding/bounds.hpp"
#include "coding/class_term.hpp"
#include "coding/signs.hpp"

namespace supdict::SUPDICT_TARGET {

/// rho = D'r = q - G alpha, from scratch.
template <class T>
inline void correlate_residual(const Problem<T>& problem, const T* alpha, T* rho) {
  const Size k = problem.k;
  copy_vectors(problem.q, k, rho);
  for (Size j = 0; j < k; ++j) {
    if (alpha[j] != T(0)) add_vectors(-alpha[j], problem.G + j * k, k, rho);
  }
}

/// rho = q - sum_s weight(s) G_atom(s), summed in double.
template <class T, class Weight, class Atom>
inline void subtract_columns(const Problem<T>& problem, Size count, const Weight& weight,
                             const Atom& atom, T* rho) {
  constexpr Size kTile = coding::kPad / kLanes<double>;
  for (Size at = 0; at < problem.k; at += coding::kPad) {
    Vec<double> sum[kTile];
    for (Size i = 0; i < kTile; ++i) sum[i] = load_wide(problem.q + at + i * kLanes<double>);
    for (Size s = 0; s < count; ++s) {
      const T* column = problem.G + atom(s) * problem.k + at;
      const auto factor = static_cast<double>(weight(s));
#pragma GCC unroll 8
      for (Size i = 0; i < kTile; ++i) sum[i] -= factor * load_wide(column + i * kLanes<double>);
    }
    for (Size i = 0; i < kTile; ++i) store_narrow(rho + at + i * kLanes<double>, sum[i]);
  }
}

/// rho = q - G alpha, from scratch and summed in double. `list` (k entries) is scratch.
template <class T>
inline void correlate_residual_in_double(const Problem<T>& problem, const T* alpha, T* rho,
                                         T* list) {
  Size count = 0;
  for (Size j = 0; j < problem.k; ++j) {
    if (alpha[j] != T(0)) list[count++] = static_cast<T>(j);
  }
  const auto atom = [list](Size s) { return static_cast<Size>(list[s]); };
  subtract_columns(
      problem, count, [&](Size s) { return alpha[atom(s)]; }, atom, rho);
}

/// c = 2 lambda0 rho + A'v, the correlations with the dual point. `term` was refreshed at alpha.
template <class T, class Term>
inline void dual_correlations(const Problem<T>& problem, const Term& term, const T* rho, T* c) {
  const T scale = 2 * problem.lambda0;
  for (Size i = 0; i < problem.k; i += kLanes<T>) store(c + i, scale * load(rho + i));
  term.add_dual(c);
}

/// What of c counts most against lambda1.
template <class T>
inline T largest_size(const Problem<T>& problem, const T* c) {
  return with_signs(problem, [&](auto signs) {
    Vec<T> sizes = {};
    for (Size i = 0; i < problem.k; i += kLanes<T>) {
      sizes = max_lanes<T>(sizes, signs.template size_lanes<T>(load(c + i)));
    }
    return largest_lane<T>(sizes);
  });
}

/// The cheap certificate may differ from the exact one in the last digits, so a solver that stops
/// on it asks for a slightly smaller gap.
inline bool surely_within(const Certificate& cheap, double tolerance) {
  constexpr double kSafety = 0.9;
  return cheap.gap <= kSafety * tolerance * cheap.value;
}

/// Cheap form for inner loops: sums in T.
template <class T, class Term>
inline Certificate certify(const Problem<T>& problem, const Term& term, const T* alpha,
                           const T* rho, const T* c) {
  Vec<T> sizes = {};
  Vec<T> norms = {};
  Vec<T> inners = {};    // alpha'c
  Vec<T> energies = {};  // alpha'(q + rho) = ||x||^2 - ||r||^2
  with_signs(problem, [&](auto signs) {
    for (Size i = 0; i < problem.k; i += kLanes<T>) {
      const Vec<T> a = load(alpha + i);
      sizes = max_lanes<T>(sizes, signs.template size_lanes<T>(load(c + i)));
      norms += abs_lanes<T>(a);
      inners += a * load(c + i);
      energies += a * (load(problem.q + i) + load(rho + i));
    }
  });
  const T c_max = largest_lane<T>(sizes);
  const T norm1 = sum_lanes<T>(norms);
  const T inner = sum_lanes<T>(inners);
  const T energy = sum_lanes<T>(energies);
  const double lambda0 = problem.lambda0;
  const double lambda1 = problem.lambda1;
  const double rr = max_of(0.0, problem.xx - energy);
  const double s = c_max > problem.lambda1 ? lambda1 / c_max : 1;
  const double l1_part = max_of(0.0, lambda1 * norm1 - s * inner);
  return {term.value() + lambda0 * rr + lambda1 * norm1,
          lambda0 * (1 - s) * (1 - s) * rr + l1_part + term.divergence(s)};
}

/// The sums of the certificate in double. rho was computed from scratch at alpha and `term` was
/// reset there; c is overwritten.
template <class T, class Term>
inline Moments sum_moments(const Problem<T>& problem, const Term& term, const T* alpha,
                           const T* rho, T* c) {
  dual_correlations(problem, term, rho, c);
  const double lambda1 = problem.lambda1;
  Moments at;
  at.c_max = largest_size(problem, c);
  at.s = at.c_max > lambda1 ? lambda1 / at.c_max : 1;
  Vec<double> counts = {};
  Vec<double> norms = {};
  Vec<double> with_q = {};
  Vec<double> with_rho = {};
  Vec<double> rho_sizes = {};
  Vec<double> slacks = {};
  for (Size i = 0; i < problem.k; i += kLanes<double>) {
    const Vec<double> a = load_wide(alpha + i);
    const Vec<double> size = abs_lanes<double>(a);
    const Vec<double> slack = lambda1 * size - at.s * a * load_wide(c + i);
    const Vec<double> inner = a * load_wide(rho + i);
    counts += a != 0.0 ? fill<double>(1) : Vec<double>{};
    norms += size;
    with_q += a * load_wide(problem.q + i);
    with_rho += inner;
    rho_sizes += abs_lanes<double>(inner);
    slacks += slack > 0.0 ? slack : Vec<double>{};
  }
  at.nonzeros = sum_lanes<double>(counts);
  at.norm1 = sum_lanes<double>(norms);
  at.alpha_q = sum_lanes<double>(with_q);
  at.alpha_rho = sum_lanes<double>(with_rho);
  at.alpha_rho_size = sum_lanes<double>(rho_sizes);
  at.slack = sum_lanes<double>(slacks);
  return at;
}

/// Final form; computes rho itself.
template <class T, class Term>
inline Certificate certify_exactly(const Problem<T>& problem, Term& term, const T* alpha, T* rho,
                                   T* c) {
  correlate_residual_in_double(problem, alpha, rho, c);
  term.reset(alpha);
  return certificate_of(problem, term, sum_moments(problem, term, alpha, rho, c));
}

/// What every solver returns: bounds of the optimum at its last point, and whether the gap there is
/// within the tolerance. rho was computed from scratch with sums in double.
template <class T, class Term>
inline coding::Outcome finish_residual(const Problem<T>& problem, Term& term, const T* alpha,
                                       const T* rho, T* c, double tolerance, int iterations,
                                       coding::Status otherwise) {
  term.reset(alpha);
  const Moments moments = sum_moments(problem, term, alpha, rho, c);
  term.write_posterior(problem.posterior);
  const Certificate at = certificate_of(problem, term, moments);
  const Bounds bounds = bounds_of(problem, term, moments);
  // A code that is not finite has no value, but its gap may compare as small.
  const bool converged = at.gap <= tolerance * at.value && at.value < __builtin_huge_val();
  return {at.value, bounds.lower, bounds.upper, iterations,
          converged ? coding::Status::kConverged : otherwise};
}

/// The same; computes rho itself.
template <class T, class Term>
inline coding::Outcome finish(const Problem<T>& problem, Term& term, const T* alpha, T* rho, T* c,
                              double tolerance, int iterations, coding::Status otherwise) {
  correlate_residual_in_double(problem, alpha, rho, c);
  return finish_residual(problem, term, alpha, rho, c, tolerance, iterations, otherwise);
}

}  // namespace supdict::SUPDICT_TARGET
