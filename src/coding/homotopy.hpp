// SPDX-License-Identifier: BSD-3-Clause
// Homotopy: the lasso by walking down in the penalty, and for two classes both supervised codes by
// two short walks from there.
//
// With everything divided by 2 lambda0, let c = q - tau d - G alpha. alpha is optimal for
//   lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1 + 2 lambda0 tau d'alpha
// when c_i = level sign(alpha_i) on the active atoms and |c_j| <= level elsewhere, level =
// lambda1 / (2 lambda0). alpha is piecewise linear both in `level` (tau = 0: the lasso path) and in
// tau (level fixed). For two classes, d = a_1 - a_0 and u = d'alpha + b_1 - b_0, the class term
// depends on u alone, so the optimum lies on the path in tau, at the one point where
//   2 lambda0 tau = sigma(u)           (hypothesis 0; hypothesis 1 with d and u negated)
//   cost      per step O(k s + s^2) for s active atoms; one step per change of the active set
//   source    Efron et al. 2004, Osborne et al. 2000 for the lasso path
#pragma once

#include "coding/active_set.hpp"
#include "simd/vector.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class Homotopy {
 public:
  /// `memory` has coding::path_memory(k) entries.
  Homotopy(const Problem<T>& problem, T* memory)
      : problem_(problem),
        k_(problem.k),
        level_(problem.lambda1 / (2 * problem.lambda0)),
        c_(memory),
        w_(memory + k_),
        reach_(memory + 2 * k_),
        active_(problem, memory + 3 * k_) {}

  /// The lasso path from alpha = 0 down to `level`, in at most `most_steps`. Where it has to
  /// give up, what it has is a start for another solver.
  void solve_lasso(int most_steps) {
    limit_steps(most_steps);
    active_.clear();
    tau_ = 0;
    T level = 0;
    Size entering = -1;
    for (Size i = 0; i < k_; ++i) {
      c_[i] = problem_.q[i];
      if (abs_of(c_[i]) > level) {
        level = abs_of(c_[i]);
        entering = i;
      }
    }
    if (level <= level_) return;
    bool ok = enter(entering);
    while (ok && level > level_ && steps_ < most_steps_) {
      for (Size s = 0; s < active_.size(); ++s) {
        active_.v()[s] = c_[active_.atom(s)] > T(0) ? T(1) : T(-1);
      }
      active_.solve();
      for (Size i = 0; i < k_; ++i) w_[i] = T(0);
      active_.add_gram_times_v(w_);
      const Event event = next_event(level, T(1), level - level_);
      advance(event.step);
      level -= event.step;
      ok = apply(event);
    }
  }

  /// From the lasso solution to the code under one class. d points away from that class.
  void solve_class(const T* d, double u0, int most_steps) {
    limit_steps(most_steps);
    double u = u0;
    const double scale = 2 * static_cast<double>(problem_.lambda0);
    while (steps_ < most_steps_) {
      for (Size s = 0; s < active_.size(); ++s) active_.v()[s] = -d[active_.atom(s)];
      active_.solve();
      for (Size i = 0; i < k_; ++i) w_[i] = d[i];
      active_.add_gram_times_v(w_);
      double du = 0;
      for (Size s = 0; s < active_.size(); ++s) {
        du += static_cast<double>(d[active_.atom(s)]) * static_cast<double>(active_.v()[s]);
      }
      Event event = next_event(level_, T(0), static_cast<T>(2 / scale));
      const double end = tau_ + event.step;
      if (scale * end >= sigmoid(u + event.step * du)) {
        event = {static_cast<T>(crossing(u, du, scale, event.step)), -1, -1};
      }
      advance(event.step);
      tau_ += event.step;
      u += event.step * du;
      if (event.entering < 0 && event.leaving < 0) return;
      if (!apply(event)) return;
    }
  }

  /// One step of iterative refinement with correlations made anew: the errors that the walk has
  /// collected are gone. `rho` is scratch.
  void refine(const T* d, T* rho) {
    for (Size s = 0; s < active_.size(); ++s) active_.v()[s] = -active_.alpha(s);
    for (Size i = 0; i < k_; ++i) rho[i] = problem_.q[i] - (d ? tau_value() * d[i] : T(0));
    active_.add_gram_times_v(rho);
    for (Size s = 0; s < active_.size(); ++s) {
      const T sign = active_.alpha(s) < T(0) ? T(-1) : T(1);
      active_.v()[s] = rho[active_.atom(s)] - sign * level_;
    }
    active_.solve();
    for (Size s = 0; s < active_.size(); ++s) {
      const T next = active_.alpha(s) + active_.v()[s];
      if (next * active_.alpha(s) > T(0)) active_.alpha(s) = next;
    }
  }

  void copy_from(const Homotopy& other) {
    active_.copy_from(other.active_);
    for (Size i = 0; i < k_; ++i) c_[i] = other.c_[i];
    tau_ = other.tau_;
    steps_ = 0;
  }

  const ActiveSet<T>& active() const { return active_; }
  int steps() const { return steps_; }

  /// d'alpha.
  double inner(const T* d) const {
    double sum = 0;
    for (Size s = 0; s < active_.size(); ++s) {
      sum += static_cast<double>(d[active_.atom(s)]) * static_cast<double>(active_.alpha(s));
    }
    return sum;
  }

 private:
  struct Event {
    T step;
    Size entering;  ///< atom, or -1
    Size leaving;   ///< position in the active set, or -1
  };

  static double sigmoid(double u) {
    const double e = exp_of(-abs_of(u));
    return (u > 0 ? 1 : e) / (1 + e);
  }

  void limit_steps(int most_steps) {
    const Size own = kStepsPerAtom * k_;
    most_steps_ = most_steps < own ? most_steps : static_cast<int>(own);
  }

  T tau_value() const { return static_cast<T>(tau_); }

  /// Root of  scale (tau + s) = sigma(u + s du)  in s in [0, end]: increasing minus decreasing.
  double crossing(double u, double du, double scale, double end) const {
    double low = 0;
    double high = end;
    double s = 0;
    constexpr int kMostIterations = 60;
    for (int i = 0; i < kMostIterations; ++i) {
      const double sigma = sigmoid(u + s * du);
      const double f = scale * (tau_ + s) - sigma;
      (f < 0 ? low : high) = s;
      const double slope = scale - sigma * (1 - sigma) * du;
      double next = s - f / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (abs_of(next - s) <= 1e-15 * end) break;
      s = next;
    }
    return s;
  }

  /// First change of the active set while c moves by -step w and the bound by -step shrink.
  Event next_event(T bound, T shrink, T limit) {
    const T* free = active_.free();
    const Vec<T> never = fill<T>(limit);
    Vec<T> first = never;
    for (Size j = 0; j < k_; j += kLanes<T>) {
      const Vec<T> c = load(c_ + j);
      const Vec<T> rate_up = shrink - load(w_ + j);
      const Vec<T> rate_down = shrink + load(w_ + j);
      const Vec<T> t_up = rate_up > kTiny ? (bound - c) / rate_up : never;
      const Vec<T> t_down = rate_down > kTiny ? (bound + c) / rate_down : never;
      Vec<T> t = t_up < t_down ? t_up : t_down;
      t = t > T(0) ? t : Vec<T>{};
      t = load(free + j) != T(0) ? t : never;
      store(reach_ + j, t);
      first = t < first ? t : first;
    }
    const T best = smallest_lane<T>(first);
    Event event{best, -1, -1};
    if (best < limit) {
      event.entering = 0;
      while (reach_[event.entering] > best) ++event.entering;
    }
    for (Size s = 0; s < active_.size(); ++s) {
      const T a = active_.alpha(s);
      const T v = active_.v()[s];
      if (a * v < T(0) && -a < event.step * abs_of(v) && a < event.step * abs_of(v)) {
        event = {-a / v, -1, s};
      }
    }
    return event;
  }

  void advance(T step) {
    for (Size s = 0; s < active_.size(); ++s) active_.alpha(s) += step * active_.v()[s];
    SUPDICT_SIMD_LOOP()
    for (Size i = 0; i < k_; ++i) c_[i] -= step * w_[i];
    ++steps_;
  }

  bool apply(const Event& event) {
    if (event.leaving >= 0) {
      const Size atom = active_.atom(event.leaving);
      active_.remove(event.leaving);
      // An atom that has just left stands exactly on the bound: push it inside, or rounding may
      // let it in again at once.
      c_[atom] *= 1 - kTiny;
      return true;
    }
    return event.entering < 0 || enter(event.entering);
  }

  /// A dependent atom is passed over; the certificate tells if that mattered.
  bool enter(Size atom) {
    if (active_.full()) return false;
    active_.add(atom);
    return true;
  }

  static constexpr T kTiny = sizeof(T) == 4 ? T(1e-6) : T(1e-14);
  static constexpr int kStepsPerAtom = 4;

  const Problem<T>& problem_;
  Size k_;
  T level_;
  T* c_;
  T* w_;
  T* reach_;  ///< step at which an atom would enter
  ActiveSet<T> active_;
  double tau_ = 0;
  int steps_ = 0;
  int most_steps_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
