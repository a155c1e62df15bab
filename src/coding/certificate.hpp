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
  copy_vectors(problem.q, k, rho);
  for (Size j = 0; j < k; ++j) {
    if (alpha[j] != T(0)) add_vectors(-alpha[j], problem.G + j * k, k, rho);
  }
}

/// c = 2 lambda0 rho + A'v, the correlations with the dual point. `term` was refreshed at alpha.
template <class T, class Term>
inline void dual_correlations(const Problem<T>& problem, const Term& term, const T* rho, T* c) {
  const T scale = 2 * problem.lambda0;
  for (Size i = 0; i < problem.k; i += kLanes<T>) store(c + i, scale * load(rho + i));
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
  Vec<T> sizes = {};
  Vec<T> norms = {};
  Vec<T> inners = {};    // alpha'c
  Vec<T> energies = {};  // alpha'(q + rho) = ||x||^2 - ||r||^2
  for (Size i = 0; i < problem.k; i += kLanes<T>) {
    const Vec<T> a = load(alpha + i);
    sizes = max_lanes<T>(sizes, abs_lanes<T>(load(c + i)));
    norms += abs_lanes<T>(a);
    inners += a * load(c + i);
    energies += a * (load(problem.q + i) + load(rho + i));
  }
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

/// Final form: sums in double. `rho` was made from scratch at alpha; c is overwritten.
template <class T, class Term>
inline Certificate certify_residual(const Problem<T>& problem, Term& term, const T* alpha,
                                    const T* rho, T* c) {
  term.reset(alpha);
  dual_correlations(problem, term, rho, c);
  const double lambda0 = problem.lambda0;
  const double lambda1 = problem.lambda1;
  Vec<T> sizes = {};
  for (Size i = 0; i < problem.k; i += kLanes<T>) {
    sizes = max_lanes<T>(sizes, abs_lanes<T>(load(c + i)));
  }
  const T c_max = largest_lane<T>(sizes);
  const double s = c_max > problem.lambda1 ? lambda1 / c_max : 1;
  Vec<double> norms = {};
  Vec<double> energies = {};
  Vec<double> l1_parts = {};
  for (Size i = 0; i < problem.k; i += kLanes<double>) {
    const Vec<double> a = load_wide(alpha + i);
    const Vec<double> size = abs_lanes<double>(a);
    const Vec<double> slack = lambda1 * size - s * a * load_wide(c + i);
    norms += size;
    energies += a * (load_wide(problem.q + i) + load_wide(rho + i));
    l1_parts += slack > 0.0 ? slack : Vec<double>{};
  }
  const double norm1 = sum_lanes<double>(norms);
  const double energy = sum_lanes<double>(energies);
  const double l1_part = sum_lanes<double>(l1_parts);
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
