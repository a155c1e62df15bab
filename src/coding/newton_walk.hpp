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
  /// `memory` has coding::newton_memory(k, p) entries, `set_memory` those of an active
  /// set of at most `capacity` atoms.
  /// A `ridge` shortens the steps in directions where D alpha hardly changes (Levenberg-Marquardt),
  /// so that atoms may depend on each other. It does not change the point the steps converge to.
  NewtonWalk(const Problem<T>& problem, T* memory, T* set_memory, Size capacity, T ridge = 0)
      : problem_(problem),
        k_(problem.k),
        p_(problem.p),
        width_(coding::newton_width(problem.p)),
        scale_(1 / (2 * problem.lambda0)),
        negligible_(ridge > T(0) ? T(0) : kNegligible),
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
        rho_start_(w_ + k_),
        active_(problem, set_memory, capacity, ridge) {}

  /// Computes what all hypotheses of one signal share. `alpha` is the lasso code.
  void prepare(const ActiveSet<T>& lasso, const T* alpha) {
    active_.copy_from(lasso);
    start_at(alpha);
  }

  /// Iterates to the code under the hypothesis of `term`; `rho` and `c` are scratch. If it does not
  /// converge, what it has is a warm start for another solver.
  void solve(const ActiveSet<T>& lasso, SoftmaxTerm<T>& term, T* alpha, T* rho, T* c,
             const coding::Settings& settings) {
    active_.copy_from(lasso);
    walk(term, alpha, rho, c, settings, kStepsPerAtom);
  }

  /// The same from any starting code.
  void solve_from(SoftmaxTerm<T>& term, T* alpha, T* rho, T* c, const coding::Settings& settings) {
    active_.clear();
    for (Size j = 0; j < k_ && !active_.full(); ++j) {
      if (alpha[j] != T(0) && active_.add(j)) active_.alpha(active_.size() - 1) = alpha[j];
    }
    active_.scatter(alpha);
    start_at(alpha);
    walk(term, alpha, rho, c, settings, kShortStepsPerAtom);
  }

  ActiveSet<T>& active() { return active_; }
  int steps() const { return steps_; }

 private:
  void start_at(const T* alpha) {
    correlate_residual(problem_, alpha, rho_start_);
    for (Size i = 0; i < k_; ++i) {
      for (int l = 0; l < p_; ++l) At_[i * width_ + l] = problem_.A[l * k_ + i];
      for (Size l = p_; l < width_; ++l) At_[i * width_ + l] = T(0);
    }
    fill_vectors(T(0), width_ * width_, M_start_);
    for (Size s = 0; s < active_.size(); ++s) {
      const T* row = active_.inverse_row(s);
      combine_rows(row, h_);
      add_outer(scale_, At_ + active_.atom(s) * width_, h_, M_start_);
    }
    combine_rows(active_.alpha(), z_start_);
    for (int l = 0; l < p_; ++l) z_start_[l] += problem_.b[l];
  }

  void walk(SoftmaxTerm<T>& term, T* alpha, T* rho, T* c, const coding::Settings& settings,
            int steps_per_atom) {
    copy_vectors(M_start_, width_ * width_, M_);
    copy_vectors(rho_start_, k_, rho);
    for (int l = 0; l < p_; ++l) term.z()[l] = z_start_[l];
    bool may_enter = active_.size() == 0;
    const int most = min_of(settings.max_iterations, steps_per_atom * static_cast<int>(k_));
    for (steps_ = 0; steps_ < most; ++steps_) {
      settings.throw_if_stopped();
      term.refresh();
      dual_correlations(problem_, term, rho, c);
      if (may_enter) {
        active_.scatter(alpha);
        if (surely_within(certify(problem_, term, alpha, rho, c), settings.tolerance)) return;
        if (!admit(c)) return;
      }
      const double slope = find_direction(term, c);
      if (slope < 0) {
        may_enter = advance(term, rho, c, slope);
      } else if (may_enter) {
        return;
      } else {
        may_enter = true;
      }
    }
  }

  /// out = A_S'x, x over positions of the active set, out over classes.
  void combine_rows(const T* x, T* out) const {
    const auto weight = [x](Size s) { return x[s]; };
    const auto row = [this](Size s) { return At_ + active_.atom(s) * width_; };
    sum_short_rows<T>(active_.size(), weight, row, width_, out);
  }

  void add_outer(T factor, const T* x, const T* y, T* out) const {
    for (int a = 0; a < p_; ++a) add_vectors(factor * x[a], y, width_, out + a * width_);
  }

  /// Updates M by one outer product when the atom at position s has entered or is about to leave.
  void change_m(Size s, T sign) {
    const T* row = active_.inverse_row(s);
    combine_rows(row, h_);
    add_outer(sign * scale_ / row[s], h_, h_, M_);
  }

  /// Adds the atom that violates the dual constraint most, among those that do not depend on the
  /// active ones. False if only dependent atoms violate it, or if there is no memory for the atom.
  bool admit(const T* c) {
    const T* free = active_.free();
    bool passed_over = false;
    while (true) {
      Smallest<T> least(-problem_.lambda1);
      with_signs(problem_, [&](auto signs) {
        for (Size i = 0; i < k_; i += kLanes<T>) {
          least.next(-load(free + i) * signs.template size_lanes<T>(load(c + i)));
        }
      });
      const Size worst = least.place(least.value());
      if (worst < 0) return !passed_over;
      if (active_.full()) return false;
      if (active_.add(worst)) break;
      passed_over = true;
    }
    change_m(active_.size() - 1, T(1));
    return true;
  }

  T sign_of(Size s, const T* c) const {
    const T a = active_.alpha(s);
    return (a != T(0) ? a : c[active_.atom(s)]) < T(0) ? T(-1) : T(1);
  }

  /// Puts the Newton direction into v and A_S v into dz_; returns the slope along it.
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
      Vec<T> sum = {};
      for (Size l = 0; l < width_; l += kLanes<T>) sum += load(a + l) * load(dz_ + l);
      v[s] = scale_ * (r_[s] - sum_lanes<T>(sum));
    }
    active_.solve();
    combine_rows(v, dz_);
    double slope = 0;
    for (Size s = 0; s < size; ++s) slope -= static_cast<double>(r_[s]) * v[s];
    return slope;
  }

  /// dz_ <- y of (I + P M) y = P h, over the classes whose probability is not negligible; y is 0
  /// for the others. A row holds the coefficients of all classes and, at index p, the right-hand
  /// side.
  void solve_classes(const T* pi) {
    int q = 0;
    for (int l = 0; l < p_; ++l) {
      if (pi[l] > negligible_) classes_[q++] = static_cast<T>(l);
    }
    // Row a of P x is pi_a (x_a - pi'x). Column p of M is unused, so h is stored there.
    for (int a = 0; a < q; ++a) M_[chosen(a) * width_ + p_] = h_[chosen(a)];
    for (Size c = 0; c < width_; c += kLanes<T>) {
      Vec<T> mean = {};
      for (int a = 0; a < q; ++a) mean += pi[chosen(a)] * load(M_ + chosen(a) * width_ + c);
      for (int a = 0; a < q; ++a) {
        const Size l = chosen(a);
        store(K_ + a * width_ + c, pi[l] * (load(M_ + l * width_ + c) - mean));
      }
    }
    for (int a = 0; a < q; ++a) K_[a * width_ + chosen(a)] += T(1);
    eliminate(q);
    fill_vectors(T(0), width_, dz_);
    for (int a = 0; a < q; ++a) dz_[chosen(a)] = K_[a * width_ + p_];
  }

  Size chosen(int a) const { return static_cast<Size>(classes_[a]); }

  /// Gauss-Jordan elimination with row pivots on the q rows of K_, in the columns of their classes.
  void eliminate(int q) {
    for (int i = 0; i < q; ++i) {
      const Size column = chosen(i);
      int pivot = i;
      for (int a = i + 1; a < q; ++a) {
        if (abs_of(K_[a * width_ + column]) > abs_of(K_[pivot * width_ + column])) pivot = a;
      }
      T* from = K_ + i * width_;
      T* best = K_ + pivot * width_;
      const T inverse = 1 / best[column];
      for (Size c = 0; c < width_; c += kLanes<T>) {
        const Vec<T> row = inverse * load(best + c);
        store(best + c, load(from + c));
        store(from + c, row);
      }
      for (int a = 0; a < q; ++a) {
        T* row = K_ + a * width_;
        if (a != i) add_vectors(-row[column], from, width_, row);
      }
    }
  }

  /// Moves along v until a sign changes or the objective stops falling. True if no sign limited the
  /// step.
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
    active_.advance(step);
    add_vectors(-step, w_, k_, rho);
    for (int l = 0; l < p_; ++l) term.z()[l] += step * dz_[l];
    if (leaving < 0) return true;
    change_m(leaving, T(-1));
    active_.remove(leaving);
    return false;
  }

  /// The longest step of `limit`, limit / 2, ... that lowers the objective enough.
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

  /// log sum_l pi_l exp(step dz_l) - step pi'dz: how much the class term rises above its tangent.
  double class_bend(const T* pi, T step) const {
    const Vec<double> first = fill<double>(dz_[0]);
    Vec<double> tops = first;
    Vec<double> means = {};
    Vec<double> totals = {};
    for (Size l = 0; l < coding::padded(p_); l += kLanes<double>) {
      const Vec<double> weight = load_wide(pi + l);
      const auto there = lane_numbers<double>() + double(l) < double(p_);
      tops = max_lanes<double>(tops, there ? load_wide(dz_ + l) : first);
      means += weight * load_wide(dz_ + l);
      totals += weight;
    }
    const double top = largest_lane<double>(tops);
    const double total = sum_lanes<double>(totals);
    const double length = step;
    Vec<double> sums = {};
    for (Size l = 0; l < coding::padded(p_); l += kLanes<double>) {
      sums += load_wide(pi + l) * exp_lanes<double>(length * (load_wide(dz_ + l) - top));
    }
    return length * (top - sum_lanes<double>(means) / total) +
           log_of(sum_lanes<double>(sums) / total);
  }

  // A share of the curvature that the Gram matrix alone gives the objective.
  static constexpr T kNegligible = T(1e-6);
  // A step must lower the objective by this share of the decrease that the slope predicts.
  static constexpr double kDecrease = 1e-4;
  static constexpr int kStepsPerAtom = 2;
  static constexpr int kShortStepsPerAtom = 8;
  static constexpr int kMostCuts = 30;

  const Problem<T>& problem_;
  Size k_;
  int p_;
  Size width_;    ///< of a row over classes: p + 1 padded
  T scale_;       ///< 1 / (2 lambda0)
  T negligible_;  ///< the curvature from classes below this probability is neglected
  T* At_;         ///< row i: the weights of atom i for the classes
  T* M_start_;
  T* M_;
  T* K_;  ///< the system of solve_classes with its right side
  T* h_;
  T* dz_;
  T* z_start_;
  T* classes_;  ///< those of solve_classes
  T* r_;
  T* w_;          ///< G_S v
  T* rho_start_;  ///< D'(x - D alpha) of the lasso code
  ActiveSet<T> active_;
  int steps_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
