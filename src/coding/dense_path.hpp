// SPDX-License-Identifier: BSD-3-Clause
// Exact codes that the path over all atoms cannot hold (too many active atoms) or cannot resolve
// (too few digits): the lasso on a working set (staged_path.hpp), then the hypotheses of the signal
// on the same set, which grows by the atoms that violate a bound. Where its atoms depend on each
// other, Newton steps on a ridge follow. Everything is computed in double, whatever the type of the
// problem; only the code and its certificate have that type.
#pragma once

#include "coding/newton_walk.hpp"
#include "coding/staged_path.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, Classes Kind>
struct TermOf {
  using Type = SoftmaxTerm<T>;
};
template <class T>
struct TermOf<T, Classes::kNone> {
  using Type = NoTerm<T>;
};
template <class T>
struct TermOf<T, Classes::kTwo> {
  using Type = BinaryTerm<T>;
};

template <class T, class Term>
class DensePath {
 public:
  /// `problem` may change its label. The workspace begins with rho and c; its fourth vector is used
  /// too.
  DensePath(const Problem<T>& problem, const coding::Settings& settings,
            const coding::Request<T>& request)
      : problem_(problem),
        settings_(settings),
        rho_(request.workspace),
        c_(rho_ + problem.k),
        more_(request.more),
        source_{problem},
        lasso_(problem, source_, more_, settings, rho_ + 3 * problem.k),
        term_memory_(request.workspace + coding::kWorkVectors * problem.k) {}

  /// The code of the lasso, or of the hypothesis problem.label.
  coding::Outcome solve(T* alpha) {
    prepare();
    coding::Outcome outcome;
    steps_ = 0;
    double ridge = 0;
    for (int round = 0, ridges = 0; round < kMostRounds; ++round) {
      settings_.throw_if_stopped();
      walk(round == 0, ridge);
      outcome = certified(alpha, steps_);
      if (outcome.status == coding::Status::kConverged) break;
      if (!(outcome.value <= value_at_zero())) {
        // A walk over nearly dependent atoms can go astray as far as numbers go.
        fill_vectors(0.0, small().k, alpha_);
      } else if (lasso_.take_violators(c_)) {
        make_room();
        continue;
      }
      if (ridges++ == kMostRidges) break;
      ridge = ridge > 0 ? kNextRidge * ridge : kFirstRidge * largest_square();
    }
    return outcome;
  }

 private:
  using WideTerm = typename TermOf<double, Term::kClasses>::Type;

  /// Solves the lasso once per signal, and keeps the working set it ended with.
  void prepare() {
    if (set_size_ >= 0) return lasso_.return_to(set_size_);
    lasso_.start();
    copy_vectors(problem_.q, problem_.k, rho_);
    while (lasso_.advance(rho_)) {
      settings_.throw_if_stopped();
      const ActiveSet<double>& active = lasso_.path().active();
      subtract_columns(
          problem_, active.size(), [&](Size s) { return active.alpha(s); },
          [&](Size s) { return lasso_.set().atom(active.atom(s)); }, rho_);
    }
    set_size_ = lasso_.set().size();
    make_room();
  }

  /// Allocates the vectors over the set: code, residual correlations, correlations, difference of
  /// classes.
  void make_room() {
    const Size k = small().k;
    if (k == room_) return;
    double* memory = more_(4 * k);
    for (Size i = 0; i < room_; ++i) memory[i] = alpha_[i];
    fill_vectors(0.0, k - room_, memory + room_);
    alpha_ = memory;
    small_rho_ = alpha_ + k;
    small_c_ = small_rho_ + k;
    d_ = small_c_ + k;
    room_ = k;
  }

  void walk(bool first, double ridge) {
    if (first && Term::kClasses == Classes::kNone) return unpack(lasso_.path().active());
    gather_classes();
    if (ridge == 0 && Term::kClasses == Classes::kTwo) return walk_two();
    walk_many(first, ridge);
  }

  double value_at_zero() {
    fill_vectors(T(0), problem_.k, rho_);
    Term term(problem_, term_memory_);
    term.reset(rho_);
    return term.value() + problem_.exact_lambda0 * problem_.xx;
  }

  /// The class term on the set. The lasso is taken for a problem with one class, which costs
  /// nothing.
  void gather_classes() {
    Problem<double>& small = lasso_.small();
    const Size k = small.k;
    lasso_.complete_gram();
    const int p = max_of(1, problem_.p);
    double* A = taken(classes_, k * p + coding::padded(p));
    double* b = A + k * p;
    fill_vectors(0.0, k * p + coding::padded(p), A);
    for (int l = 0; l < problem_.p; ++l) {
      b[l] = static_cast<double>(problem_.b[l]);
      for (Size i = 0; i < lasso_.set().size(); ++i) {
        A[l * k + i] = static_cast<double>(problem_.A[l * problem_.k + lasso_.set().atom(i)]);
      }
    }
    small.A = A;
    small.b = b;
    small.p = p;
    small.label = problem_.label;
  }

  void walk_two() {
    const Problem<double>& small = lasso_.small();
    const double sign = small.label == 0 ? 1 : -1;
    for (Size i = 0; i < small.k; ++i) d_[i] = sign * (small.A[small.k + i] - small.A[i]);
    const double bias = sign * (small.b[1] - small.b[0]);
    Homotopy<double> walk(small, taken(walk_, coding::path_memory(small.k, small.k)), small.k,
                          lasso_.kDependent);
    walk.copy_from(lasso_.path());
    walk.solve_class(d_, bias, steps_left(), settings_.throw_if_stopped);
    walk.active().residual(small_rho_);
    walk.refine(d_, small_rho_);
    walk.settle(d_, bias);
    unpack(walk.active());
    steps_ += walk.steps();
  }

  /// With a `ridge` for atoms that depend on each other.
  void walk_many(bool from_lasso, double ridge) {
    const Problem<double>& small = lasso_.small();
    const Size of_set = coding::active_memory(small.k, small.k);
    const Size of_steps = coding::newton_memory(small.k, small.p);
    double* memory = taken(walk_, of_set + of_steps + coding::term_memory(small.p));
    NewtonWalk<double> walk(small, memory + of_set, memory, small.k, ridge);
    SoftmaxTerm<double> term(small, memory + of_set + of_steps);
    const coding::Settings settings = {kSurely * settings_.tolerance, steps_left(),
                                       settings_.throw_if_stopped};
    if (from_lasso) {
      unpack(lasso_.path().active());
      walk.prepare(lasso_.path().active(), alpha_);
      walk.solve(lasso_.path().active(), term, alpha_, small_rho_, small_c_, settings);
    } else {
      walk.solve_from(term, alpha_, small_rho_, small_c_, settings);
    }
    unpack(walk.active());
    steps_ += walk.steps();
  }

  /// Memory that one step after the other uses for the same.
  struct Room {
    double* memory = nullptr;
    Size size = 0;
  };
  double* taken(Room& room, Size count) {
    if (count > room.size) room = {more_(count), count};
    return room.memory;
  }

  int steps_left() { return max_of(0, settings_.max_iterations - lasso_.path().steps() - steps_); }

  /// Of the length of an atom of the set.
  double largest_square() {
    lasso_.complete_gram();
    double largest = 0;
    for (Size i = 0; i < lasso_.set().size(); ++i) {
      largest = max_of(largest, small().G[i * small().k + i]);
    }
    return largest;
  }

  void unpack(ActiveSet<double>& active) {
    if (problem_.nonnegative) active.drop_negative();
    active.scatter(alpha_);
  }

  /// Writes the code of the working set and certifies it.
  coding::Outcome certified(T* alpha, int steps) {
    fill_vectors(T(0), problem_.k, alpha);
    for (Size i = 0; i < lasso_.set().size(); ++i) {
      alpha[lasso_.set().atom(i)] = static_cast<T>(alpha_[i]);
    }
    correlate_residual_in_double(problem_, alpha, rho_, c_);
    Term term(problem_, term_memory_);
    coding::Outcome outcome =
        finish_residual(problem_, term, alpha, rho_, c_, settings_.tolerance,
                        lasso_.path().steps() + steps, coding::Status::kIterationLimit);
    if constexpr (sizeof(T) < sizeof(double)) {
      if (outcome.status != coding::Status::kConverged) use_wide_dual(outcome);
    }
    return outcome;
  }

  /// Uses the dual point of the code before it was rounded to T: a dual point bounds the optimum
  /// whatever the code.
  void use_wide_dual(coding::Outcome& outcome) {
    const Size k = problem_.k;
    const int p = problem_.p;
    double* alpha = taken(wide_, k * (4 + p) + coding::padded(p) + coding::term_memory(p));
    double* rho = alpha + k;
    double* c = rho + k;
    double* q = c + k;
    double* A = q + k;
    double* b = A + k * p;
    const auto widen = [](const T* from, Size count, double* to) {
      for (Size i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
    };
    widen(problem_.q, k, q);
    widen(problem_.A, k * p, A);
    widen(problem_.b, p, b);
    Problem<double> wide;
    wide.k = k;
    wide.q = q;
    wide.xx = problem_.xx;
    wide.lambda0 = wide.exact_lambda0 = problem_.exact_lambda0;
    wide.lambda1 = wide.exact_lambda1 = problem_.exact_lambda1;
    wide.rounding = problem_.rounding;
    wide.p = p;
    wide.A = A;
    wide.b = b;
    wide.label = problem_.label;
    wide.nonnegative = problem_.nonnegative;
    fill_vectors(0.0, k, alpha);
    copy_vectors(q, k, rho);
    for (Size i = 0; i < lasso_.set().size(); ++i) {
      if (alpha_[i] == 0) continue;
      const Size atom = lasso_.set().atom(i);
      alpha[atom] = alpha_[i];
      const T* column = problem_.G + atom * k;
      for (Size j = 0; j < k; ++j) rho[j] -= alpha_[i] * static_cast<double>(column[j]);
    }
    WideTerm term(wide, b + coding::padded(p));
    term.reset(alpha);
    const Moments moments = sum_moments(wide, term, alpha, rho, c);
    const Certificate at = certificate_of(wide, term, moments);
    const Bounds bounds = bounds_of(wide, term, moments);
    outcome.lower = max_of(outcome.lower, bounds.lower);
    const double gap = at.gap + max_of(0.0, outcome.value - at.value);
    if (gap <= settings_.tolerance * outcome.value) outcome.status = coding::Status::kConverged;
  }

  const Problem<double>& small() { return lasso_.small(); }

  static constexpr int kMostRounds = 30;
  // As in path.hpp, in double.
  static constexpr int kMostRidges = 4;
  static constexpr double kFirstRidge = 1e-5;
  static constexpr double kNextRidge = 0.03;
  // The tolerance on the set, as a share of that on the whole problem.
  static constexpr double kSurely = 0.5;

  const Problem<T>& problem_;
  const coding::Settings& settings_;
  T* rho_;
  T* c_;
  const coding::MoreMemory& more_;
  FullGram<T> source_;
  StagedPath<T, FullGram<T>> lasso_;
  T* term_memory_;
  Size set_size_ = -1;  ///< at the end of the lasso; -1: not solved yet
  Size room_ = 0;
  double* alpha_ = nullptr;
  double* small_rho_ = nullptr;
  double* small_c_ = nullptr;
  double* d_ = nullptr;
  Room walk_;
  Room classes_;
  Room wide_;
  int steps_ = 0;  ///< under the present hypothesis
};

}  // namespace supdict::SUPDICT_TARGET
