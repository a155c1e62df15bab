// SPDX-License-Identifier: BSD-3-Clause
// What FISTA and fixed-point continuation share: one proximal gradient step
//   alpha <- shrink(y + tau c(y), tau lambda),   c(y) = -grad of the smooth part at y
// with tau below 2 / L,  L = 1/2 ||A - mean row||^2 + 2 lambda0 ||D'D||_2.
#pragma once

#include "coding/certificate.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, class Term>
inline double lipschitz_constant(const Problem<T>& problem, const Term& term) {
  return term.lipschitz() + 2 * static_cast<double>(problem.lambda0) * problem.gram_norm;
}

/// c = -grad at y; leaves rho = D'(x - D y).
template <class T, class Term>
inline void negative_gradient(const Problem<T>& problem, Term& term, const T* y, T* rho, T* c) {
  correlate_residual(problem, y, rho);
  term.reset(y);
  dual_correlations(problem, term, rho, c);
}

/// alpha <- shrink(y + tau c, tau lambda); returns the largest relative change of a coefficient.
template <class T>
inline T shrinkage_step(const Problem<T>& problem, const T* y, const T* c, T tau, T lambda,
                        T* alpha) {
  T change = 0;
  T size = 0;
  with_signs(problem, [&](auto signs) {
    for (Size i = 0; i < problem.k; ++i) {
      const T next = signs.shrink(y[i] + tau * c[i], tau * lambda);
      change = max_of(change, abs_of(next - alpha[i]));
      size = max_of(size, abs_of(next));
      alpha[i] = next;
    }
  });
  return size > T(0) ? change / size : change;
}

// Relative changes of this size are rounding errors.
template <class T>
inline constexpr T kStepResolution = sizeof(T) == 4 ? T(3e-8) : T(1e-16);

}  // namespace supdict::SUPDICT_TARGET
