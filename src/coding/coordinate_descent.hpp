// SPDX-License-Identifier: BSD-3-Clause
// Coordinate descent in Gram form with an active set: for every class term, and what the path
// solver falls back to where its steps make no progress.
//   minimise  C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1             [E3]
//   given     G = D'D, q = D'x, alpha (warm start kept)
//   step      exact minimiser in alpha_i of the quadratic part plus the upper model of C_l
//             (class_term.hpp):  alpha_i <- shrink(h alpha_i + c_i, lambda1) / h,
//             h = 2 lambda0 G_ii + curvature_i
//   cost      O(k) per changed coordinate, p exponentials per pass, no allocation
//   stops     on the relative gap, checked after each round of passes over the active set
#pragma once

#include "coding/certificate.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, class Term>
class CoordinateDescent {
 public:
  CoordinateDescent(const Problem<T>& problem, T* alpha, T* workspace)
      : problem_(problem),
        k_(problem.k),
        alpha_(alpha),
        rho_(workspace),
        c_(workspace + k_),
        active_(workspace + 2 * k_),
        term_(problem, workspace + coding::kWorkVectors * k_) {}

  coding::Outcome solve(const coding::Settings& settings) {
    restart();
    int iteration = 0;
    for (int look = 1;; ++look) {
      settings.throw_if_stopped();
      dual_correlations(problem_, term_, rho_, c_);
      const Certificate at = certify(problem_, term_, alpha_, rho_, c_);
      const bool done = surely_within(at, settings.tolerance);
      if (fresh_ && (done || no_way_forward(at.gap))) {
        return finish(problem_, term_, alpha_, rho_, c_, settings.tolerance, iteration,
                      coding::Status::kPrecisionLimit);
      }
      if (iteration >= settings.max_iterations) {
        return finish(problem_, term_, alpha_, rho_, c_, settings.tolerance, iteration,
                      coding::Status::kIterationLimit);
      }
      if (!fresh_ && (done || stuck_ || look % kLooksPerRestart == 0)) {
        restart();
        continue;
      }
      fresh_ = false;
      collect_active();
      const int limit = settings.max_iterations - iteration;
      if constexpr (Term::kClasses != Classes::kNone) {
        // Every second check keeps the upper model, whose passes are certain to descend.
        if (look > kPatience && look % 2 == 0) {
          iteration += descend_locally(limit);
          continue;
        }
      }
      iteration += descend(limit, at.gap);
    }
  }

 private:
  // Passes between two checks of the gap: a check costs about as much as a pass over the active
  // set.
  static constexpr int kPassesPerCheck = 4;
  // rho collects rounding errors while it is updated. It is recomputed after this many checks, and
  // always before the solver reports convergence.
  static constexpr int kLooksPerRestart = 8;
  // Checks after which the upper model is taken to be too steep to converge in reasonable time.
  static constexpr int kPatience = 64;
  static constexpr int kLocalPasses = 32;

  void restart() {
    correlate_residual(problem_, alpha_, rho_);
    term_.reset(alpha_);
    fresh_ = true;
  }

  /// Stuck, at a gap not much smaller than the last time it was stuck: rounding limits the
  /// progress.
  bool no_way_forward(double gap) {
    if (!stuck_) return false;
    const bool again = gap > 0.5 * stuck_gap_;
    stuck_gap_ = gap;
    stuck_ = false;
    return again;
  }

  /// Non-zero coefficients and atoms whose correlation violates the constraint of the dual.
  void collect_active() {
    n_active_ = 0;
    with_signs(problem_, [this](auto signs) {
      for (Size i = 0; i < k_; ++i) {
        if (alpha_[i] != T(0) || signs.size(c_[i]) > problem_.lambda1) {
          active_[n_active_++] = static_cast<T>(i);
        }
      }
    });
  }

  /// Passes over the active set; returns how many.
  int descend(int limit, double gap) {
    const int passes = min_of(limit, kPassesPerCheck);
    int pass = 0;
    T decrease = 0;
    do {
      decrease = pass_over_active();
      term_.refresh();
      ++pass;
    } while (pass < passes && static_cast<double>(decrease) >= kInnerShare * gap);
    return pass;
  }

  /// Passes on the model with the curvature of the class term at the present point, then a line
  /// search back along the step until the objective has fallen (proximal Newton).
  int descend_locally(int limit) {
    T* alpha_old = active_ + k_;
    T* rho_old = alpha_old + k_;
    for (Size i = 0; i < k_; ++i) {
      alpha_old[i] = alpha_[i];
      rho_old[i] = rho_[i];
    }
    term_.save();
    term_.refresh_locally();
    const int passes = min_of(limit, kLocalPasses);
    const T first = pass_over_active();
    int pass = 1;
    while (pass < passes && pass_over_active() > T(kInnerShare) * first) ++pass;
    T t = 1;
    while (t > kSmallestShare && !(change(alpha_old, rho_old, t) <= 0)) t *= T(0.5);
    if (t < T(1)) {
      for (Size i = 0; i < k_; ++i) {
        alpha_[i] = alpha_old[i] + t * (alpha_[i] - alpha_old[i]);
        rho_[i] = rho_old[i] + t * (rho_[i] - rho_old[i]);
      }
      term_.settle(t);
    }
    term_.refresh();
    stuck_ = false;  // only passes on the upper model can be stuck
    return pass;
  }

  /// Objective at the share t of the way from the old point to the present one, minus that at the
  /// old point.
  double change(const T* alpha_old, const T* rho_old, T t) const {
    double quadratic = 0;
    double l1 = 0;
    for (Size i = 0; i < k_; ++i) {
      const double delta = t * (static_cast<double>(alpha_[i]) - alpha_old[i]);
      const double rho_change = t * (static_cast<double>(rho_[i]) - rho_old[i]);
      quadratic -= delta * (2 * static_cast<double>(rho_old[i]) + rho_change);
      l1 += abs_of(alpha_old[i] + delta) - abs_of(static_cast<double>(alpha_old[i]));
    }
    return static_cast<double>(problem_.lambda0) * quadratic +
           static_cast<double>(problem_.lambda1) * l1 + term_.change(t);
  }

  /// One exact step per active coordinate on the model; returns about twice the decrease.
  T pass_over_active() {
    return with_signs(problem_, [this](auto signs) { return this->pass_over_active(signs); });
  }
  template <class Signs>
  T pass_over_active(Signs signs) {
    T decrease = 0;
    T largest = 0;  // change of a coefficient
    T size = 0;     // of the largest coefficient
    for (Size a = 0; a < n_active_; ++a) {
      const Size i = static_cast<Size>(active_[a]);
      const T h = 2 * problem_.lambda0 * problem_.G[i * k_ + i] + term_.curvature(i);
      const T c = 2 * problem_.lambda0 * rho_[i] - term_.slope(i);
      // Without curvature (a zero atom) only the l1 norm depends on alpha_i.
      const T target = h > T(0) ? signs.shrink(h * alpha_[i] + c, problem_.lambda1) / h : T(0);
      const T delta = target - alpha_[i];
      size = max_of(size, abs_of(target));
      if (delta == T(0)) continue;
      move(i, delta, target);
      decrease += h * delta * delta;
      largest = max_of(largest, abs_of(delta));
    }
    stuck_ = largest <= kResolution * size;
    return decrease;
  }

  void move(Size i, T delta, T target) {
    alpha_[i] = target;
    const T* g = problem_.G + i * k_;
    T* rho = rho_;
    SUPDICT_SIMD_LOOP()
    for (Size j = 0; j < k_; ++j) rho[j] -= delta * g[j];
    term_.moved(i, delta);
  }

  // A pass that lowers the objective by less than this share of the gap will not close the gap.
  static constexpr double kInnerShare = 1e-3;
  // A line search that gets to such a short step is limited by rounding.
  static constexpr T kSmallestShare = T(1e-6);
  // Relative changes of this size are rounding errors.
  static constexpr T kResolution = sizeof(T) == 4 ? T(1.2e-7) : T(4.5e-16);

  const Problem<T>& problem_;
  Size k_;
  T* alpha_;
  T* rho_;     ///< D'(x - D alpha)
  T* c_;       ///< correlations with the dual point
  T* active_;  ///< indices of the active set (exact in T: k is far below 2^24)
  Term term_;
  Size n_active_ = 0;
  bool stuck_ = false;  ///< the last pass changed nothing beyond rounding
  double stuck_gap_ = __builtin_huge_val();
  bool fresh_ = false;  ///< rho and the class term were just computed from scratch
};

}  // namespace supdict::SUPDICT_TARGET
