// SPDX-License-Identifier: BSD-3-Clause
// Fixed-point continuation, the solver the paper used.
//   minimise  C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1             [E3]
//   step      alpha <- shrink(alpha + tau c(alpha), tau lambda),  tau = kStep / L < 2 / L
//   outer     lambda falls by kDecrease per stage from kDecrease ||c(0)||_inf down to lambda1; a
//             stage ends when the step no longer changes alpha by much, the last one on the gap
//   source    Hale, Yin, Zhang 2007; we differ in the stopping rule (duality gap)
#pragma once

#include "coding/gradient_methods.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, class Term>
class FixedPointContinuation {
 public:
  FixedPointContinuation(const Problem<T>& problem, T* alpha, T* workspace)
      : problem_(problem),
        k_(problem.k),
        alpha_(alpha),
        rho_(workspace),
        c_(workspace + k_),
        term_(problem, workspace + coding::kWorkVectors * k_) {}

  coding::Outcome solve(const coding::Settings& settings) {
    const double L = lipschitz_constant(problem_, term_);
    const T tau = L > 0 ? static_cast<T>(kStep / L) : T(0);
    negative_gradient(problem_, term_, alpha_, rho_, c_);
    T lambda = first_penalty();
    int iteration = 0;
    bool stuck = false;
    for (; iteration < settings.max_iterations && !stuck; ++iteration) {
      if (iteration % kStepsPerCheck == 0) settings.throw_if_stopped();
      const bool last_stage = lambda <= problem_.lambda1;
      if (last_stage && iteration % kStepsPerCheck == 0) {
        const Certificate at = certify_exactly(problem_, term_, alpha_, rho_, c_);
        if (at.gap <= settings.tolerance * at.value) break;
      }
      const T change = shrinkage_step(problem_, alpha_, c_, tau, lambda, alpha_);
      negative_gradient(problem_, term_, alpha_, rho_, c_);
      if (last_stage) {
        stuck = change <= kStepResolution<T>;
      } else if (change < kStageTolerance) {
        lambda = max_of(problem_.lambda1, kDecrease * lambda);
      }
    }
    return finish(problem_, term_, alpha_, rho_, c_, settings.tolerance, iteration,
                  stuck ? coding::Status::kPrecisionLimit : coding::Status::kIterationLimit);
  }

 private:
  static constexpr double kStep = 1.9;
  static constexpr T kDecrease = T(0.25);
  static constexpr T kStageTolerance = T(1e-2);
  static constexpr int kStepsPerCheck = 10;

  /// From a warm start near the optimum no correlation is much above lambda1, so the stages are
  /// skipped.
  T first_penalty() const {
    return max_of(problem_.lambda1, kDecrease * largest_size(problem_, c_));
  }

  const Problem<T>& problem_;
  Size k_;
  T* alpha_;
  T* rho_;
  T* c_;
  Term term_;
};

}  // namespace supdict::SUPDICT_TARGET
