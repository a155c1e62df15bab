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
        active_(problem, memory + 2 * k_) {}

  /// The lasso path from alpha = 0 down to `level`, in at most `most_steps`. Where it has to
  /// give up, what it has is a start for another solver.
  void solve_lasso(int most_steps) {
    limit_steps(most_steps);
    active_.clear();
    tau_ = 0;
    copy_vectors(problem_.q, k_, c_);
    fill_vectors(T(0), k_, w_);
    const Size first = strongest();
    T level = abs_of(c_[first]);
    if (level <= level_) return;
    Event event{0, first, -1};
    while (event.changes() && steps_ < most_steps_) {
      if (!change(event, nullptr)) return;
      event = next_event(level, T(1), level - level_);
      advance(event.step);
      level -= event.step;
    }
  }

  /// From the lasso solution to the code under one class. d points away from that class.
  void solve_class(const T* d, double bias, int most_steps) {
    limit_steps(most_steps);
    double u = inner(d, active_.alpha()) + bias;
    const double scale = 2 * static_cast<double>(problem_.lambda0);
    turn(d);
    while (steps_ < most_steps_) {
      const double du = inner(d, active_.v());
      Event event = next_event(level_, T(0), static_cast<T>(2 / scale));
      const double end = tau_ + event.step;
      if (scale * end >= sigmoid(u + event.step * du)) {
        event = {static_cast<T>(crossing(u, du, scale, event.step)), -1, -1};
      }
      advance(event.step);
      tau_ += event.step;
      u += event.step * du;
      if (!event.changes() || !change(event, d)) return;
    }
  }

  /// One step of iterative refinement from rho = q - G alpha made anew: the errors that the walk
  /// has collected are gone.
  void refine(const T* d, const T* rho) {
    for (Size s = 0; s < active_.size(); ++s) {
      const Size atom = active_.atom(s);
      const T sign = active_.alpha(s) < T(0) ? T(-1) : T(1);
      active_.v()[s] = rho[atom] - (d ? tau_value() * d[atom] : T(0)) - sign * level_;
    }
    active_.solve();
    for (Size s = 0; s < active_.size(); ++s) {
      const T next = active_.alpha(s) + active_.v()[s];
      if (next * active_.alpha(s) > T(0)) active_.alpha(s) = next;
    }
  }

  /// Moves along the last segment to where 2 lambda0 tau = sigma(u) holds for u = d'alpha + bias
  /// made anew: what the walk has added up in u is gone too. Call after refine().
  void settle(const T* d, double bias) {
    const double scale = 2 * static_cast<double>(problem_.lambda0);
    aim(d);
    const double u = inner(d, active_.alpha()) + bias;
    const double du = inner(d, active_.v());
    double step = 0;
    constexpr int kNewtonSteps = 3;
    for (int i = 0; i < kNewtonSteps; ++i) {
      const double sigma = sigmoid(u + step * du);
      step -= (scale * (tau_ + step) - sigma) / (scale - sigma * (1 - sigma) * du);
    }
    active_.advance(static_cast<T>(step));
    tau_ += step;
  }

  void copy_from(const Homotopy& other) {
    active_.copy_from(other.active_);
    copy_vectors(other.c_, k_, c_);
    tau_ = other.tau_;
    steps_ = 0;
  }

  ActiveSet<T>& active() { return active_; }
  const ActiveSet<T>& active() const { return active_; }
  int steps() const { return steps_; }

 private:
  struct Event {
    T step;
    Size entering;  ///< atom, or -1
    Size leaving;   ///< position in the active set, or -1
    bool changes() const { return entering >= 0 || leaving >= 0; }
  };

  static double sigmoid(double u) {
    const double e = exp_of(-abs_of(u));
    return (u > 0 ? 1 : e) / (1 + e);
  }

  void limit_steps(int most_steps) {
    const Size own = kStepsPerAtom * k_;
    most_steps_ = most_steps < own ? most_steps : static_cast<int>(own);
  }

  /// d'x over the active atoms.
  double inner(const T* d, const T* x) const {
    double sum = 0;
    for (Size s = 0; s < active_.size(); ++s) {
      sum += static_cast<double>(d[active_.atom(s)]) * static_cast<double>(x[s]);
    }
    return sum;
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

  /// The atom with the largest correlation.
  Size strongest() const {
    Smallest<T> smallest(T(1));
    for (Size j = 0; j < k_; j += kLanes<T>) {
      const Vec<T> c = load(c_ + j);
      smallest.next(c < T(0) ? c : -c);
    }
    return smallest.place(smallest.value());
  }

  /// First change of the active set while c moves by -step w and the bound by -step shrink.
  Event next_event(T bound, T shrink, T limit) const {
    const Vec<T> never = fill<T>(limit);
    const T* free = active_.free();
    Smallest<T> first(limit);
    for (Size j = 0; j < k_; j += kLanes<T>) {
      const Vec<T> c = load(c_ + j);
      const Vec<T> w = load(w_ + j);
      // Of +bound and -bound, the one that is met first.
      const auto above = shrink * c > bound * w;
      const Vec<T> room = bound - (above ? c : -c);
      const Vec<T> rate = shrink - (above ? w : -w);
      Vec<T> t = room / rate;
      t = room > T(0) ? t : Vec<T>{};
      t = rate > kTiny ? t : never;
      first.next(load(free + j) != T(0) ? t : never);
    }
    for (Size s = 0; s < active_.width(); s += kLanes<T>) {
      const Vec<T> a = load(active_.alpha() + s);
      const Vec<T> v = load(active_.v() + s);
      first.next(a * v < T(0) ? -a / v : never);
    }
    const T step = first.value();
    const Size place = first.place(step);
    return place < k_ ? Event{step, place, -1} : Event{step, -1, place - k_};
  }

  void advance(T step) {
    active_.advance(step);
    add_vectors(-step, w_, k_, c_);
    ++steps_;
  }

  /// The active set after an event, and the direction from there: G_S v = target with the signs of
  /// c as target on the lasso path, -d on the path in tau. False where the walk has to give up.
  bool change(const Event& event, const T* d) {
    if (event.leaving >= 0) {
      const Size atom = active_.atom(event.leaving);
      active_.remove(event.leaving);
      // An atom that has just left stands exactly on the bound: push it inside, or rounding may
      // let it in again at once.
      c_[atom] *= 1 - kTiny;
      turn(d);
      return true;
    }
    if (active_.full()) return false;
    // A dependent atom is passed over; the certificate tells if that mattered.
    const Size atom = event.entering;
    if (!active_.add(atom)) return true;
    const T sign = c_[atom] > T(0) ? T(1) : T(-1);
    active_.extend_solution((d ? T(0) : sign) - w_[atom]);
    active_.gram_times_v(d, w_);
    return true;
  }

  /// The direction v from scratch.
  void aim(const T* d) {
    for (Size s = 0; s < active_.size(); ++s) {
      const Size atom = active_.atom(s);
      active_.v()[s] = d ? -d[atom] : (c_[atom] > T(0) ? T(1) : T(-1));
    }
    active_.solve();
  }
  /// The same, and how c moves along it.
  void turn(const T* d) {
    aim(d);
    active_.gram_times_v(d, w_);
  }

  static constexpr T kTiny = sizeof(T) == 4 ? T(1e-6) : T(1e-14);
  static constexpr int kStepsPerAtom = 4;

  const Problem<T>& problem_;
  Size k_;
  T level_;
  T* c_;
  T* w_;  ///< d + G_S v: how c moves
  ActiveSet<T> active_;
  double tau_ = 0;
  int steps_ = 0;
  int most_steps_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
