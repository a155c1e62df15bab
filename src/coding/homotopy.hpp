// SPDX-License-Identifier: BSD-3-Clause
// Homotopy: the lasso path in the penalty, and for two classes a short second path per hypothesis
// that starts from the lasso code.
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

#include "coding/exchange.hpp"
#include "simd/vector.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class Homotopy {
 public:
  /// `memory` has coding::path_memory(k, capacity) entries.
  Homotopy(const Problem<T>& problem, T* memory, Size capacity,
           T dependent = ActiveSet<T>::kDependent)
      : problem_(problem),
        k_(problem.k),
        level_(problem.lambda1 / (2 * problem.lambda0)),
        scale_(2 * static_cast<double>(problem.lambda0)),
        c_(memory),
        w_(memory + k_),
        active_(problem, memory + 2 * k_, capacity, T(0), dependent) {}

  /// Where the lasso path ended, if outgrown().
  T reached() const { return reached_; }
  /// The lasso path ends where more atoms would be active.
  void limit_active(Size most) { most_active_ = most; }
  /// Takes reached() for the end of the path.
  void stay() { level_ = reached_; }

  /// Follows the lasso path from alpha = 0 down to `level` in at most `most_steps` steps. If it
  /// cannot reach the level, what it has is a warm start for another solver.
  void solve_lasso(int most_steps) {
    limit_steps(most_steps);
    active_.clear();
    tau_ = 0;
    copy_vectors(problem_.q, k_, c_);
    fill_vectors(T(0), k_, w_);
    const Size first = strongest();
    T level = with_signs(problem_, [&](auto signs) { return signs.size(c_[first]); });
    if (level <= level_) return;
    Event event{0, first, -1};
    while (event.changes() && steps_ < most_steps_) {
      if (!change(event, nullptr)) {
        reached_ = level;
        return;
      }
      event = next_event(level, T(1), level - level_);
      advance(event.step);
      level -= event.step;
    }
  }

  /// From the lasso solution to the code under one hypothesis. d points away from that class.
  void solve_class(const T* d, double bias, int most_steps,
                   const coding::StopCheck& throw_if_stopped = {}) {
    limit_steps(most_steps);
    u_ = inner(d, active_.alpha()) + bias;
    turn(d);
    while (steps_ < most_steps_) {
      throw_if_stopped();
      const double du = inner(d, active_.v());
      Event event = next_event(level_, T(0), static_cast<T>(2 / scale_));
      const double end = tau_ + event.step;
      if (scale_ * end >= sigmoid(u_ + event.step * du)) {
        event = {static_cast<T>(crossing(du, event.step)), -1, -1};
      }
      advance(event.step);
      tau_ += event.step;
      u_ += event.step * du;
      if (!event.changes() || !change(event, d)) return;
    }
  }

  /// One step of iterative refinement from rho = q - G alpha computed anew: removes the rounding
  /// errors collected along the path.
  void refine(const T* d, const T* rho) {
    if (active_.has_tail()) refine_tau(d, rho);
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
  /// computed anew: removes the rounding errors collected in u. Call after refine().
  void settle(const T* d, double bias) {
    if (active_.has_tail()) return settle_tail(d, bias);
    aim(d);
    const double u = inner(d, active_.alpha()) + bias;
    const double du = inner(d, active_.v());
    double step = 0;
    constexpr int kNewtonSteps = 3;
    for (int i = 0; i < kNewtonSteps; ++i) {
      // Newton's method on logit(2 lambda0 tau) - u, which is nearly linear however steep u is.
      const double p = scale_ * (tau_ + step);
      if (!(p > 0 && p < 1)) break;
      step -= (logit(p) - u - step * du) / (scale_ / (p * (1 - p)) - du);
    }
    active_.advance(static_cast<T>(step));
    tau_ += step;
  }

  /// The problem has got more atoms: moves to larger memory.
  void move_to(T* memory, Size capacity) {
    const T* c = c_;
    const Size old_k = k_;
    k_ = problem_.k;
    c_ = memory;
    w_ = memory + k_;
    copy_vectors(c, old_k, c_);
    fill_vectors(T(0), k_ - old_k, c_ + old_k);
    active_.move_to(memory + 2 * k_, capacity);
  }

  void copy_from(const Homotopy& other) {
    active_.copy_from(other.active_);
    copy_vectors(other.c_, other.k_, c_);
    fill_vectors(T(0), k_ - other.k_, c_ + other.k_);
    tau_ = other.tau_;
    steps_ = 0;
  }

  ActiveSet<T>& active() { return active_; }
  const ActiveSet<T>& active() const { return active_; }
  int steps() const { return steps_; }
  /// The path ended because its memory holds no further atom, or the limit does.
  bool outgrown() const { return outgrown_; }

 protected:
  struct Event {
    T step;
    Size entering;  ///< atom, or -1
    Size leaving;   ///< position in the active set, or -1
    bool changes() const { return entering >= 0 || leaving >= 0; }
  };

  void limit_steps(int most_steps) {
    outgrown_ = false;
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

  /// Root s in [0, end] of  2 lambda0 (tau + s) = sigma(u + s du); the left side increases, the
  /// right side decreases.
  double crossing(double du, double end) const {
    double low = 0;
    double high = end;
    double s = 0;
    constexpr int kMostIterations = 60;
    for (int i = 0; i < kMostIterations; ++i) {
      const double sigma = sigmoid(u_ + s * du);
      const double f = scale_ * (tau_ + s) - sigma;
      (f < 0 ? low : high) = s;
      const double slope = scale_ - sigma * (1 - sigma) * du;
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
    with_signs(problem_, [&](auto signs) {
      for (Size j = 0; j < k_; j += kLanes<T>) {
        smallest.next(-signs.template size_lanes<T>(load(c_ + j)));
      }
    });
    return smallest.place(smallest.value());
  }

  /// First change of the active set while c moves by -step w and the bound by -step shrink.
  Event next_event(T bound, T shrink, T limit) const {
    return next_event_of([bound](Size) { return bound; }, [shrink](Size) { return shrink; }, limit);
  }
  /// The same where each atom has its own bound: `bound` and `shrink` take the first of kLanes
  /// atoms.
  template <class Bound, class Shrink>
  Event next_event_of(const Bound& bound_of, const Shrink& shrink_of, T limit) const {
    return with_signs(problem_, [&](auto signs) {
      return this->next_event_of(bound_of, shrink_of, limit, signs);
    });
  }
  template <class Bound, class Shrink, class Signs>
  Event next_event_of(const Bound& bound_of, const Shrink& shrink_of, T limit, Signs) const {
    const Vec<T> never = fill<T>(limit);
    const T* free = active_.free();
    Smallest<T> first(limit);
    for (Size j = 0; j < k_; j += kLanes<T>) {
      const Vec<T> c = load(c_ + j);
      const Vec<T> w = load(w_ + j);
      const auto bound = bound_of(j);
      const auto shrink = shrink_of(j);
      // Of +bound and -bound, the one that is reached first.
      Vec<T> room = bound - c;
      Vec<T> rate = shrink - w;
      if constexpr (!Signs::kOneSided) {
        const auto above = shrink * c > bound * w;
        room = bound - (above ? c : -c);
        rate = shrink - (above ? w : -w);
      }
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

  /// The correlation of the tail equals its bound, so its residue, after eliminating the active
  /// atoms, gives the error of tau.
  void refine_tau(const T* d, const T* rho) {
    const Size tail = active_.size();
    double residue = excess(tail, d, rho);
    double rate = d[active_.atom(tail)];
    active_.find_dependence(active_.atom(tail));
    for (Size s = 0; s < tail; ++s) {
      const double beta = active_.dependence()[s];
      residue -= beta * excess(s, d, rho);
      rate -= beta * static_cast<double>(d[active_.atom(s)]);
    }
    if (abs_of(residue) < abs_of(rate) * tau_) tau_ += residue / rate;
  }

  /// How far c is above its bound at an atom that is not zero.
  double excess(Size position, const T* d, const T* rho) const {
    const Size atom = active_.atom(position);
    const double bound = active_.alpha(position) < T(0) ? -level_ : level_;
    return static_cast<double>(rho[atom]) - tau_ * static_cast<double>(d[atom]) - bound;
  }

  /// The coefficient of the tail for which u agrees with tau.
  void settle_tail(const T* d, double bias) {
    const Size tail = active_.size();
    const Size atom = active_.atom(tail);
    active_.find_dependence(atom);
    const Exchange<T> exchange(active_, atom, T(1), d);
    const double u = inner(d, active_.alpha()) +
                     static_cast<double>(d[atom]) * static_cast<double>(active_.alpha(tail)) + bias;
    const T step = static_cast<T>((logit(scale_ * tau_) - u) / exchange.slope());
    if (!(abs_of(step) < abs_of(active_.alpha(tail)))) return;
    active_.replace(step);
    active_.alpha(tail) += step;
  }

  /// Updates the active set at an event, and the direction from there: G_S v = target, where target
  /// is the signs of c on the lasso path and -d on the path in tau. False if the path cannot be
  /// continued.
  bool change(const Event& event, const T* d) {
    if (event.leaving >= 0) {
      leave(event.leaving);
      turn(d);
      return true;
    }
    if (active_.full() || active_.size() == most_active_) {
      outgrown_ = true;
      return false;
    }
    const Size atom = event.entering;
    if (!active_.add(atom)) return d ? exchange(atom, d) : true;
    const T sign = c_[atom] > T(0) ? T(1) : T(-1);
    active_.extend_solution((d ? T(0) : sign) - w_[atom]);
    active_.gram_times_v(d, w_);
    return true;
  }

  void leave(Size position) {
    const Size atom = active_.atom(position);
    active_.remove(position);
    // The correlation of an atom that has just left equals its bound. Move it inside, or rounding
    // may let it enter again at once.
    c_[atom] *= 1 - kTiny;
    active_.readmit();
  }

  /// Handles an atom that depends on the active ones and would violate its bound if tau grew. At
  /// this tau it is exchanged for active atoms, which changes neither D alpha nor the objective but
  /// lowers u: until 2 lambda0 tau = sigma(u), where the path ends, or until the atom is
  /// independent of those that are left. False if the path ends. (On the lasso path the correlation
  /// of such an atom keeps its distance from the bound while the active set stays the same, so the
  /// atom can be left out there.)
  bool exchange(Size atom, const T* d) {
    const T sign = c_[atom] > T(0) ? T(1) : T(-1);
    T coefficient = 0;
    while (true) {
      const Exchange<T> exchange(active_, atom, sign, d);
      const double root = max_of(0.0, (logit(scale_ * tau_) - u_) / exchange.slope());
      const double step = min_of(root, exchange.limit());
      if (!exchange.lowers() || !(step < kFarAway)) break;
      coefficient += sign * static_cast<T>(step);
      u_ += step * exchange.slope();
      active_.replace(sign * static_cast<T>(step));
      if (root <= exchange.limit()) {
        active_.append(atom, coefficient);
        return false;
      }
      leave(exchange.leaving());
      if (!active_.add(atom)) continue;
      active_.alpha(active_.size() - 1) = coefficient;
      turn(d);
      return true;
    }
    // The atom is left out; the certificate tells whether that mattered.
    if (coefficient == T(0)) return true;
    active_.append(atom, coefficient);
    return false;
  }

  /// Computes the direction v from scratch.
  void aim(const T* d) {
    for (Size s = 0; s < active_.size(); ++s) {
      const Size atom = active_.atom(s);
      active_.v()[s] = d ? -d[atom] : (c_[atom] > T(0) ? T(1) : T(-1));
    }
    active_.solve();
  }
  /// The same, and the direction of c.
  void turn(const T* d) {
    aim(d);
    active_.gram_times_v(d, w_);
  }

  static constexpr T kTiny = sizeof(T) == 4 ? T(1e-6) : T(1e-14);
  static constexpr int kStepsPerAtom = 4;
  // No coefficient of a sensible problem is this large.
  static constexpr double kFarAway = 1e30;

  const Problem<T>& problem_;
  Size k_;
  T level_;
  T reached_ = 0;
  Size most_active_ = -1;  ///< below 0: no limit
  double scale_;           ///< 2 lambda0
  T* c_;
  T* w_;  ///< d + G_S v: the direction of c
  ActiveSet<T> active_;
  double tau_ = 0;
  double u_ = 0;  ///< for two classes, at the present point of the path
  int steps_ = 0;
  int most_steps_ = 0;
  bool outgrown_ = false;
};

}  // namespace supdict::SUPDICT_TARGET
