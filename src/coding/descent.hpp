// SPDX-License-Identifier: BSD-3-Clause
// A lasso path where each atom has its own bound, |c_i| <= bound_i, and all bounds decrease
// together to one level,
//   bound(t) = target + (1 - t) (bound - target),      t from 0 to 1.
// alpha is optimal for the penalties 2 lambda0 bound(t) all along. An atom that was left out of the
// working set and violates the common bound can therefore be added with a larger bound of its own:
// the path continues instead of starting again.
#pragma once

#include "coding/homotopy.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class Descent : public Homotopy<T> {
  using Base = Homotopy<T>;
  using typename Base::Event;

 public:
  /// `memory` has coding::path_memory(k, capacity) + k entries.
  Descent(const Problem<T>& problem, T* memory, Size capacity, T dependent)
      : Base(problem, memory, capacity, dependent),
        bound_(memory + coding::path_memory(problem.k, capacity)) {}

  /// alpha = 0, at a level that no correlation exceeds.
  void start(T level) {
    active_.clear();
    tau_ = 0;
    steps_ = 0;
    copy_vectors(problem_.q, k_, c_);
    fill_vectors(T(0), k_, w_);
    fill_vectors(level, k_, bound_);
  }

  /// The problem has got more atoms: moves to larger memory. Only between two descents.
  void move_to(T* memory, Size capacity) {
    const T* bound = bound_;
    const Size old_k = k_;
    Base::move_to(memory, capacity);
    bound_ = memory + coding::path_memory(k_, capacity);
    copy_vectors(bound, old_k, bound_);
    fill_vectors(bound_[0], k_ - old_k, bound_ + old_k);
  }

  /// Adds atom i, with the correlation c.
  void set_atom(Size i, T c, T bound) {
    c_[i] = c;
    bound_[i] = bound;
  }
  T bound(Size i) const { return bound_[i]; }
  T* correlations() { return c_; }

  /// Follows the path until every bound is `target`. `prepare(i)` is called before column i of the
  /// Gram matrix is read for the first time. False if the path cannot be continued.
  template <class Prepare>
  bool descend(T target, int most_steps, const Prepare& prepare) {
    for (Size i = 0; i < k_; i += kLanes<T>) store(bound_ + i, load(bound_ + i) - target);
    const bool arrived = walk(target, most_steps, prepare);
    fill_vectors(target, k_, bound_);
    return arrived;
  }

  /// A Newton step on the active set from c = q - G alpha computed anew (in correlations()), at one
  /// `level` for all atoms. Returns the largest error of c on the active set before the step.
  T correct(T level) {
    T worst = 0;
    for (Size s = 0; s < active_.size(); ++s) {
      const T error = c_[active_.atom(s)] - (active_.alpha(s) < T(0) ? -level : level);
      worst = max_of(worst, abs_of(error));
      active_.v()[s] = error;
    }
    active_.solve();
    for (Size s = 0; s < active_.size(); ++s) {
      const T next = active_.alpha(s) + active_.v()[s];
      if (!(next * active_.alpha(s) > T(0))) active_.v()[s] = 0;
    }
    active_.gram_times_v(nullptr, w_);
    active_.advance(T(1));
    add_vectors(T(-1), w_, k_, c_);
    return worst;
  }

  /// Recomputes the inverse of the Gram matrix of the active atoms, which many updates have made
  /// inaccurate. Atoms that turn out to depend on the others are removed. `list` and `values` are
  /// scratch.
  void renew(T* list, T* values, const coding::StopCheck& throw_if_stopped) {
    const Size size = active_.size();
    for (Size s = 0; s < size; ++s) {
      list[s] = static_cast<T>(active_.atom(s));
      values[s] = active_.alpha(s);
    }
    active_.clear();
    for (Size s = 0; s < size; ++s) {
      throw_if_stopped();
      if (active_.add(static_cast<Size>(list[s]))) active_.alpha(active_.size() - 1) = values[s];
    }
  }

 private:
  using Base::active_;
  using Base::c_;
  using Base::k_;
  using Base::problem_;
  using Base::steps_;
  using Base::tau_;
  using Base::w_;

  /// bound_ holds the distances of the bounds from the target.
  template <class Prepare>
  bool walk(T target, int most_steps, const Prepare& prepare) {
    T left = 1;
    turn();
    while (steps_ < most_steps) {
      const Event event =
          this->next_event_of([&](Size j) { return target + left * load(bound_ + j); },
                              [&](Size j) { return load(bound_ + j); }, left);
      this->advance(event.step);
      left -= event.step;
      if (!event.changes()) return true;
      if (!change(event, prepare)) return false;
    }
    return false;
  }

  T sign_of(Size atom) const { return c_[atom] > T(0) ? T(1) : T(-1); }

  void turn() {
    for (Size s = 0; s < active_.size(); ++s) {
      const Size atom = active_.atom(s);
      active_.v()[s] = sign_of(atom) * bound_[atom];
    }
    active_.solve();
    active_.gram_times_v(nullptr, w_);
  }

  template <class Prepare>
  bool change(const Event& event, const Prepare& prepare) {
    if (event.leaving >= 0) {
      this->leave(event.leaving);
      turn();
      return true;
    }
    if (active_.full()) return false;
    const Size atom = event.entering;
    prepare(atom);
    if (!active_.add(atom)) return take_over(atom);
    active_.extend_solution(sign_of(atom) * bound_[atom] - w_[atom]);
    active_.gram_times_v(nullptr, w_);
    return true;
  }

  /// Exchanges an atom that depends on the active ones for one of them. The objective does not
  /// change along the way.
  bool take_over(Size atom) {
    const T sign = sign_of(atom);
    T coefficient = 0;
    do {
      Size leaving = -1;
      T step = 0;
      for (Size s = 0; s < active_.size(); ++s) {
        const T t = active_.alpha(s) / (sign * active_.dependence()[s]);
        if (t > T(0) && (leaving < 0 || t < step)) {
          step = t;
          leaving = s;
        }
      }
      if (leaving < 0) return coefficient == T(0);
      coefficient += sign * step;
      active_.replace(sign * step);
      this->leave(leaving);
    } while (!active_.add(atom));
    active_.alpha(active_.size() - 1) = coefficient;
    turn();
    return true;
  }

  T* bound_;
};

}  // namespace supdict::SUPDICT_TARGET
