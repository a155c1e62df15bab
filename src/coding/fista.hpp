// SPDX-License-Identifier: BSD-3-Clause
// FISTA: accelerated proximal gradient with restart by the gradient test.
//   minimise  C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1             [E3]
//   step      alpha+ = prox(y + c(y) / L),  y = alpha+ + (t - 1) / t+ (alpha+ - alpha)
//   restart   t = 1 when (y - alpha+)'(alpha+ - alpha) > 0
//   stops     on the relative gap, checked every kStepsPerCheck steps
//   source    Beck, Teboulle 2009; O'Donoghue, Candes 2015 for the restart
#pragma once

#include "coding/gradient_methods.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, class Term>
class Fista {
 public:
  Fista(const Problem<T>& problem, T* alpha, T* workspace)
      : problem_(problem),
        k_(problem.k),
        alpha_(alpha),
        rho_(workspace),
        c_(workspace + k_),
        y_(workspace + 2 * k_),
        prev_(workspace + 3 * k_),
        term_(problem, workspace + coding::kWorkVectors * k_) {}

  coding::Outcome solve(const coding::Settings& settings) {
    const double L = lipschitz_constant(problem_, term_);
    const T tau = L > 0 ? static_cast<T>(1 / L) : T(0);
    copy(alpha_, y_);
    double t = 1;
    int iteration = 0;
    bool stuck = false;
    for (; iteration < settings.max_iterations && !stuck; ++iteration) {
      if (iteration % kStepsPerCheck == 0 && converged(settings)) break;
      copy(alpha_, prev_);
      negative_gradient(problem_, term_, y_, rho_, c_);
      const T change = shrinkage_step(problem_, y_, c_, tau, problem_.lambda1, alpha_);
      stuck = change <= kStepResolution<T>;
      t = extrapolate(t);
    }
    return finish(problem_, term_, alpha_, rho_, c_, settings.tolerance, iteration,
                  stuck ? coding::Status::kPrecisionLimit : coding::Status::kIterationLimit);
  }

 private:
  static constexpr int kStepsPerCheck = 10;

  bool converged(const coding::Settings& settings) {
    settings.throw_if_stopped();
    const Certificate at = certify_exactly(problem_, term_, alpha_, rho_, c_);
    return at.gap <= settings.tolerance * at.value;
  }

  /// y from the last two points; returns the next t, 1 after a restart.
  double extrapolate(double t) {
    T turn = 0;
    for (Size i = 0; i < k_; ++i) turn += (y_[i] - alpha_[i]) * (alpha_[i] - prev_[i]);
    if (turn > T(0)) {
      copy(alpha_, y_);
      return 1;
    }
    const double t_next = (1 + sqrt_of(1 + 4 * t * t)) / 2;
    const T momentum = static_cast<T>((t - 1) / t_next);
    for (Size i = 0; i < k_; ++i) y_[i] = alpha_[i] + momentum * (alpha_[i] - prev_[i]);
    return t_next;
  }

  void copy(const T* from, T* to) const {
    for (Size i = 0; i < k_; ++i) to[i] = from[i];
  }

  const Problem<T>& problem_;
  Size k_;
  T* alpha_;
  T* rho_;
  T* c_;
  T* y_;
  T* prev_;
  Term term_;
};

}  // namespace supdict::SUPDICT_TARGET
