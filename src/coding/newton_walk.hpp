// SPDX-License-Identifier: BSD-3-Clause
// From the lasso code to the code under one of many classes, by Newton steps on the active atoms.
//   minimise  C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1             [E3]
//   given     the lasso code, the inverse N of the Gram matrix of its active atoms S, and
//             M = A_S N A_S' / (2 lambda0), which all hypotheses start from
//   step      with r = c_S - lambda1 sign(alpha_S) and the Hessian of C_l, P = diag(pi) - pi pi':
//             (I + P M) y = P A_S N r / (2 lambda0),   delta = N (r - A_S'y) / (2 lambda0),
//             cut where a coefficient reaches zero (it leaves) or the objective stops falling;
//             after a whole step the atom that violates the dual constraint most enters
//   cost      O(k (s + p) + s^2) per step for s active atoms, and q^3 for the q classes that matter
//   source    Lee et al. 2007 (feature-sign search) for the active set
#pragma once

#include "coding/homotopy.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class NewtonWalk {
 public:
  /// `memory` has coding::newton_memory(k, p) entries, `set_memory` coding::active_memory(k).
  NewtonWalk(const Problem<T>& problem, T* memory, T* set_memory)
      : problem_(problem),
        k_(problem.k),
        p_(problem.p),
        width_(coding::newton_width(problem.p)),
        scale_(1 / (2 * problem.lambda0)),
        At_(memory),
        M_start_(At_ + k_ * width_),
        M_(M_start_ + width_ * width_),
        K_(M_ + width_ * width_),
        h_(K_ + width_ * width_),
        dz_(h_ + width_),
        z_start_(dz_ + width_),
        classes_(z_start_ + width_),
        r_(classes_ + width_),
        w_(r_ + k_),
        active_(problem, set_memory) {}

  /// What all hypotheses of one signal share.
  void prepare(const ActiveSet<T>& lasso) {
    for (Size i = 0; i < k_; ++i) {
      for (int l = 0; l < p_; ++l) At_[i * width_ + l] = problem_.A[l * k_ + i];
      for (Size l = p_; l < width_; ++l) At_[i * width_ + l] = T(0);
    }
    active_.copy_from(lasso);
    clear(M_start_, width_ * width_);
    for (Size s = 0; s < active_.size(); ++s) {
      const T* row = active_.inverse_row(s);
      combine_rows(row, h_);
      add_outer(scale_, At_ + active_.atom(s) * width_, h_, M_start_);
    }
    for (Size s = 0; s < active_.size(); ++s) r_[s] = active_.alpha(s);
    combine_rows(r_, z_start_);
    for (int l = 0; l < p_; ++l) z_start_[l] += problem_.b[l];
  }

  /// Walks to the code under the hypothesis of `term`. `rho` = D'(x - D alpha) of the lasso code
  /// on entry; `rho` and `c` are scratch. Where it has to give up, what it has is a start for
  /// another solver.
  void solve(const ActiveSet<T>& lasso, SoftmaxTerm<T>& term, T* alpha, T* rho, T* c,
             const coding::Settings& settings) {
    active_.copy_from(lasso);
    copy(M_start_, width_ * width_, M_);
    copy(z_start_, p_, term.z());
    bool may_enter = active_.size() == 0;
    const int most = min_of(settings.max_iterations, kStepsPerAtom * static_cast<int>(k_));
    for (steps_ = 0; steps_ < most; ++steps_) {
      term.refresh();
      dual_correlations(problem_, term, rho, c);
      if (may_enter) {
        active_.scatter(alpha);
        if (surely_within(certify(problem_, term, alpha, rho, c), settings.tolerance)) return;
        if (!admit(c)) return;
      }
      const double slope = find_direction(term, c);
      if (!(slope < 0)) return;
      may_enter = advance(term, rho, c, slope);
    }
  }

  ActiveSet<T>& active() { return active_; }
  int steps() const { return steps_; }

 private:
  static void clear(T* x, Size count) {
    for (Size i = 0; i < count; ++i) x[i] = T(0);
  }
  static void copy(const T* from, Size count, T* to) {
    for (Size i = 0; i < count; ++i) to[i] = from[i];
  }

  /// out = A_S'x, x over positions of the active set, out over classes.
  void combine_rows(const T* x, T* out) const {
    clear(out, width_);
    for (Size s = 0; s < active_.size(); ++s) {
      const T* a = At_ + active_.atom(s) * width_;
      const T factor = x[s];
      SUPDICT_SIMD_LOOP()
      for (Size l = 0; l < width_; ++l) out[l] += factor * a[l];
    }
  }

  void add_outer(T factor, const T* x, const T* y, T* out) const {
    for (int a = 0; a < p_; ++a) {
      T* row = out + a * width_;
      const T f = factor * x[a];
      SUPDICT_SIMD_LOOP()
      for (Size l = 0; l < width_; ++l) row[l] += f * y[l];
    }
  }

  /// M changes by one outer product when the atom at position s has entered or is about to leave.
  void change_m(Size s, T sign) {
    const T* row = active_.inverse_row(s);
    combine_rows(row, h_);
    add_outer(sign * scale_ / row[s], h_, h_, M_);
  }

  /// The atom that violates the constraint of the dual most enters. False if it cannot.
  bool admit(const T* c) {
    const T* free = active_.free();
    Size worst = -1;
    T most = problem_.lambda1;
    for (Size i = 0; i < k_; ++i) {
      const T size = free[i] * abs_of(c[i]);
      if (size > most) {
        most = size;
        worst = i;
      }
    }
    if (worst < 0) return true;
    if (active_.full()) return false;
    if (active_.add(worst)) change_m(active_.size() - 1, T(1));
    return true;
  }

  T sign_of(Size s, const T* c) const {
    const T a = active_.alpha(s);
    return (a != T(0) ? a : c[active_.atom(s)]) < T(0) ? T(-1) : T(1);
  }

  /// The Newton direction into v, its image in the classes into dz_; returns the slope along it.
  double find_direction(const SoftmaxTerm<T>& term, const T* c) {
    const Size size = active_.size();
    T* v = active_.v();
    for (Size s = 0; s < size; ++s) {
      v[s] = r_[s] = c[active_.atom(s)] - problem_.lambda1 * sign_of(s, c);
    }
    active_.solve();
    for (Size s = 0; s < size; ++s) v[s] *= scale_;
    combine_rows(v, h_);
    solve_classes(term.probability());
    for (Size s = 0; s < size; ++s) {
      const T* a = At_ + active_.atom(s) * width_;
      T sum = 0;
      SUPDICT_SIMD_LOOP(reduction(+ : sum))
      for (Size l = 0; l < width_; ++l) sum += a[l] * dz_[l];
      v[s] = scale_ * (r_[s] - sum);
    }
    active_.solve();
    combine_rows(v, dz_);
    double slope = 0;
    for (Size s = 0; s < size; ++s) slope -= static_cast<double>(r_[s]) * v[s];
    return slope;
  }

  /// dz_ <- y of (I + P M) y = P h over the classes whose probability is not negligible.
  void solve_classes(const T* pi) {
    int q = 0;
    for (int l = 0; l < p_; ++l) {
      if (pi[l] > kNegligible) classes_[q++] = static_cast<T>(l);
    }
    // Row a of P x is pi_a (x_a - pi'x).
    T mean_h = 0;
    clear(dz_, width_);
    for (int a = 0; a < q; ++a) {
      const int l = static_cast<int>(classes_[a]);
      mean_h += pi[l] * h_[l];
      const T* row = M_ + l * width_;
      for (int b = 0; b < q; ++b) dz_[b] += pi[l] * row[static_cast<int>(classes_[b])];
    }
    for (int a = 0; a < q; ++a) {
      const int l = static_cast<int>(classes_[a]);
      const T* row = M_ + l * width_;
      T* out = K_ + a * width_;
      for (int b = 0; b < q; ++b) {
        out[b] = pi[l] * (row[static_cast<int>(classes_[b])] - dz_[b]) + (a == b ? T(1) : T(0));
      }
      out[q] = pi[l] * (h_[l] - mean_h);
    }
    eliminate(q);
    clear(dz_, width_);
    for (int a = 0; a < q; ++a) dz_[static_cast<int>(classes_[a])] = K_[a * width_ + q];
  }

  /// Gauss-Jordan elimination with row pivots on the q x (q + 1) system in K_.
  void eliminate(int q) {
    for (int i = 0; i < q; ++i) {
      int pivot = i;
      for (int a = i + 1; a < q; ++a) {
        if (abs_of(K_[a * width_ + i]) > abs_of(K_[pivot * width_ + i])) pivot = a;
      }
      T* from = K_ + i * width_;
      T* chosen = K_ + pivot * width_;
      const T inverse = 1 / chosen[i];
      for (int b = i; b <= q; ++b) {
        const T value = chosen[b] * inverse;
        chosen[b] = from[b];
        from[b] = value;
      }
      for (int a = 0; a < q; ++a) {
        T* row = K_ + a * width_;
        const T factor = row[i];
        if (a == i || factor == T(0)) continue;
        for (int b = i; b <= q; ++b) row[b] -= factor * from[b];
      }
    }
  }

  /// Goes along v as far as signs and objective allow. True after a step that no sign cut.
  bool advance(SoftmaxTerm<T>& term, T* rho, const T* c, double slope) {
    T* v = active_.v();
    T step = 1;
    Size leaving = -1;
    for (Size s = 0; s < active_.size(); ++s) {
      const T a = active_.alpha(s);
      if (a == T(0) ? v[s] * sign_of(s, c) < T(0) : a * (a + step * v[s]) < T(0)) {
        step = -a / v[s];
        leaving = s;
      }
    }
    active_.gram_times_v(nullptr, w_);
    const T shorter = step > T(0) ? descend(term, slope, step) : step;
    if (shorter < step) leaving = -1;
    step = shorter;
    for (Size s = 0; s < active_.size(); ++s) active_.alpha(s) += step * v[s];
    SUPDICT_SIMD_LOOP()
    for (Size i = 0; i < k_; ++i) rho[i] -= step * w_[i];
    for (int l = 0; l < p_; ++l) term.z()[l] += step * dz_[l];
    if (leaving < 0) return true;
    change_m(leaving, T(-1));
    active_.remove(leaving);
    return false;
  }

  /// The step up to `limit` that lowers the objective, halved until it does.
  T descend(const SoftmaxTerm<T>& term, double slope, T limit) const {
    double curvature = 0;
    for (Size s = 0; s < active_.size(); ++s) {
      curvature += static_cast<double>(active_.v()[s]) * w_[active_.atom(s)];
    }
    curvature *= 2 * static_cast<double>(problem_.lambda0);
    T step = limit;
    for (int cut = 0; cut < kMostCuts; ++cut) {
      const double change =
          step * slope + 0.5 * step * step * curvature + class_bend(term.probability(), step);
      if (change <= kDecrease * step * slope) break;
      step *= T(0.5);
    }
    return step;
  }

  /// log sum_l pi_l exp(step dz_l) - step pi'dz: what the class term rises above its tangent.
  double class_bend(const T* pi, T step) const {
    T top = dz_[0];
    double mean = 0;
    for (int l = 0; l < p_; ++l) {
      top = max_of(top, dz_[l]);
      mean += static_cast<double>(pi[l]) * dz_[l];
    }
    double sum = 0;
    double total = 0;
    for (int l = 0; l < p_; ++l) {
      sum += static_cast<double>(pi[l]) * exp_of(static_cast<double>(step * (dz_[l] - top)));
      total += pi[l];
    }
    return static_cast<double>(step) * (top - mean / total) + log_of(sum / total);
  }

  // Classes below this probability do not bend the objective.
  static constexpr T kNegligible = T(1e-6);
  // A step must lower the objective by this share of what the slope promises.
  static constexpr double kDecrease = 1e-4;
  static constexpr int kStepsPerAtom = 2;
  static constexpr int kMostCuts = 30;

  const Problem<T>& problem_;
  Size k_;
  int p_;
  Size width_;  ///< of a row over classes: p + 1 padded
  T scale_;     ///< 1 / (2 lambda0)
  T* At_;       ///< row i: the weights of atom i for the classes
  T* M_start_;
  T* M_;
  T* K_;  ///< the system of solve_classes with its right side
  T* h_;
  T* dz_;
  T* z_start_;
  T* classes_;  ///< those of solve_classes
  T* r_;
  T* w_;  ///< G_S v
  ActiveSet<T> active_;
  int steps_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
