// SPDX-License-Identifier: BSD-3-Clause
// The path solver: exact codes by homotopy (homotopy.hpp), certified like every other solver's.
//   lasso          one path in the penalty
//   two classes    the same path, then one short path per hypothesis
//   more classes   the same path, then Newton steps per hypothesis (newton_walk.hpp), or coordinate
//                  descent from the lasso code where there are too many classes for that
// A result that misses the tolerance is refined with sums in double (float has too few digits where
// atoms are many). If that is not enough, or if a code has more active atoms than the path can
// hold, it is computed in double on a working set (dense_path.hpp). What still misses the tolerance
// (atoms that nearly depend on each other) gets Newton steps with a ridge, then coordinate descent.
#pragma once

#include "coding/coordinate_descent.hpp"
#include "coding/dense_path.hpp"

namespace supdict::SUPDICT_TARGET {

/// Returns exactly alpha = 0 where that is the optimum (no correlation exceeds lambda1 there). An
/// iterative solver with another start would stop close to it, not on it.
template <class Term, class T>
inline void settle_at_zero(const Problem<T>& problem, T* alpha, T* workspace) {
  T* zero = workspace;
  T* c = workspace + problem.k;
  for (Size j = 0; j < problem.k; ++j) zero[j] = T(0);
  Term term(problem, workspace + coding::kWorkVectors * problem.k);
  term.reset(zero);
  dual_correlations(problem, term, problem.q, c);
  if (largest_size(problem, c) > problem.lambda1) return;
  for (Size j = 0; j < problem.k; ++j) alpha[j] = T(0);
}

/// The iterative solvers take the hypotheses one by one, each warm-started from the code of the
/// previous one.
template <class Solver, class Term, class T>
inline void solve_in_turn(Problem<T> problem, const coding::Settings& settings,
                          const coding::Request<T>& request) {
  for (Size i = 0; i < request.count; ++i) {
    T* alpha = request.Alpha + i * problem.k;
    const bool given = request.starts == coding::Starts::kAll ||
                       (i == 0 && request.starts == coding::Starts::kFirst);
    if (!given) {
      for (Size j = 0; j < problem.k; ++j) alpha[j] = i == 0 ? T(0) : alpha[j - problem.k];
    }
    if (problem.p > 0) {
      problem.label = request.hypotheses[i];
      problem.posterior = request.posterior + i * problem.p;
    }
    settle_at_zero<Term>(problem, alpha, request.workspace);
    request.outcome[i] = Solver(problem, alpha, request.workspace).solve(settings);
  }
}

template <class T, class Term>
class Path {
 public:
  Path(const Problem<T>& problem, const coding::Settings& settings,
       const coding::Request<T>& request)
      : problem_(problem),
        settings_(settings),
        request_(request),
        term_memory_(request.workspace + coding::kWorkVectors * problem.k),
        walk_memory_(term_memory_ + coding::term_memory(problem.p) +
                     coding::path_memory(problem.k)),
        lasso_(problem, lasso_memory(), lasso_capacity()),
        dense_(problem_, settings, request) {}

  void solve() {
    if (settings_.max_nonzeros > 0) lasso_.limit_active(settings_.max_nonzeros);
    // A warm start given by the caller is better than a path from zero.
    if (request_.starts != coding::Starts::kNone) {
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, request_);
      return;
    }
    lasso_.solve_lasso(settings_.max_iterations);
    if constexpr (Term::kClasses == Classes::kNone) {
      if (settings_.max_nonzeros > 0) return stop_here();
      if (lasso_.outgrown()) return solve_densely(0);
      const auto polish = [&](const T* rho) { lasso_.refine(nullptr, rho); };
      refine(lasso_.active(), polish);
      complete(0, lasso_.active(), 0, polish);
    } else if constexpr (Term::kClasses == Classes::kTwo) {
      solve_two();
    } else if (problem_.p <= coding::kNewtonClasses) {
      solve_many();
    } else {
      scatter(lasso_.active(), request_.Alpha);
      coding::Request<T> rest = request_;
      rest.starts = coding::Starts::kFirst;
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, rest);
    }
  }

 private:
  /// With a limit of non-zeros, room for those.
  Size lasso_capacity() const {
    const Size usual = coding::path_capacity(problem_.k);
    const Size most = settings_.max_nonzeros;
    if (most <= usual) return usual;
    return min_of(coding::padded(most), sizeof(T) == sizeof(double) ? problem_.k : usual);
  }
  T* lasso_memory() const {
    if constexpr (sizeof(T) == sizeof(double)) {
      if (lasso_capacity() > coding::path_capacity(problem_.k)) {
        return request_.more(coding::path_memory(problem_.k, lasso_capacity()));
      }
    }
    return term_memory_ + coding::term_memory(problem_.p);
  }

  /// The code where the path has ended, and its certificate for the penalty there.
  void stop_here() {
    if (lasso_.outgrown()) {
      lasso_.stay();
      problem_.lambda1 = 2 * problem_.lambda0 * lasso_.reached();
      problem_.exact_lambda1 = 2 * problem_.exact_lambda0 * static_cast<double>(lasso_.reached());
    }
    coding::Outcome& outcome = request_.outcome[0];
    ActiveSet<T>& active = lasso_.active();
    active.residual(request_.workspace);
    for (int round = 0; round < kPolishings; ++round) {
      lasso_.refine(nullptr, request_.workspace);
      active.scatter(request_.Alpha);
      active.residual_in_double(request_.workspace);
      outcome = certified(request_.Alpha, lasso_.steps());
      if (outcome.status == coding::Status::kConverged) break;
    }
    outcome.level = problem_.exact_lambda1 / problem_.exact_lambda0;
  }

  /// On a working set; if that does not converge, by the slower methods.
  void solve_densely(Size i) {
    request_.outcome[i] = dense_.solve(request_.Alpha + i * problem_.k);
    if (request_.outcome[i].status != coding::Status::kConverged) finish_slowly(i);
  }

  void solve_two() {
    Homotopy<T> walk(problem_, walk_memory_, coding::path_capacity(problem_.k));
    T* d = request_.workspace + (coding::kWorkVectors - 1) * problem_.k;
    for (Size i = 0; i < request_.count; ++i) {
      choose(i);
      if (lasso_.outgrown()) {
        solve_densely(i);
        continue;
      }
      const T sign = problem_.label == 0 ? T(1) : T(-1);
      for (Size j = 0; j < problem_.k; ++j) {
        d[j] = sign * (problem_.A[problem_.k + j] - problem_.A[j]);
      }
      const double bias = static_cast<double>(sign) *
                          (static_cast<double>(problem_.b[1]) - static_cast<double>(problem_.b[0]));
      walk.copy_from(lasso_);
      walk.solve_class(d, bias, steps_left());
      const auto polish = [&](const T* rho) {
        walk.refine(d, rho);
        walk.settle(d, bias);
      };
      refine(walk.active(), polish);
      complete(i, walk.active(), walk.steps(), polish);
    }
  }

  void solve_many() {
    if (lasso_.outgrown()) {
      for (Size i = 0; i < request_.count; ++i) {
        choose(i);
        solve_densely(i);
      }
      return;
    }
    refine(lasso_.active(), [&](const T* rho) { lasso_.refine(nullptr, rho); });
    NewtonWalk<T> walk(problem_, walk_memory_ + coding::path_memory(problem_.k), walk_memory_,
                       coding::path_capacity(problem_.k));
    const Size k = problem_.k;
    T* rho = request_.workspace;
    T* start = rho + 2 * k;
    bool prepared = false;
    for (Size i = 0; i < request_.count; ++i) {
      if (!prepared) {
        scatter(lasso_.active(), start);
        walk.prepare(lasso_.active(), start);
      }
      choose(i);
      Term term(problem_, term_memory_);
      walk.solve(lasso_.active(), term, request_.Alpha + i * k, rho, rho + k,
                 {settings_.tolerance, steps_left()});
      prepared = complete(i, walk.active(), walk.steps(), [](const T*) {});
    }
  }

  void choose(Size i) {
    problem_.label = request_.hypotheses[i];
    problem_.posterior = request_.posterior + i * problem_.p;
  }

  void keep_signs(ActiveSet<T>& active) const {
    if (problem_.nonnegative) active.drop_negative();
  }
  void scatter(ActiveSet<T>& active, T* alpha) const {
    keep_signs(active);
    active.scatter(alpha);
  }

  int steps_left() const { return max_of(0, settings_.max_iterations - lasso_.steps()); }

  /// `polish(rho)` improves the code at the end of a path, given rho = q - G alpha computed anew.
  template <class Polish>
  void refine(ActiveSet<T>& active, const Polish& polish) {
    keep_signs(active);
    active.residual(request_.workspace);
    polish(request_.workspace);
  }

  /// Certifies the code at the end of a path. If it misses the tolerance, refines it with sums in
  /// double. If it still does, solves the problem by other methods in the memory of the path, and
  /// returns false.
  template <class Polish>
  bool complete(Size i, ActiveSet<T>& active, int walked, const Polish& polish) {
    T* alpha = request_.Alpha + i * problem_.k;
    T* rho = request_.workspace;
    coding::Outcome& outcome = request_.outcome[i];
    const int steps = lasso_.steps() + walked;
    scatter(active, alpha);
    if (active.size() <= kFew) {
      settle_at_zero<Term>(problem_, alpha, request_.workspace);
      outcome = certified_anew(alpha, steps);
    } else {
      active.residual_in_double(rho);
      outcome = certified(alpha, steps);
    }
    if (outcome.status != coding::Status::kConverged) {
      polish(rho);
      scatter(active, alpha);
      active.residual_in_double(rho);
      outcome = certified(alpha, steps);
    }
    if (outcome.status == coding::Status::kConverged) return true;
    const coding::Outcome walked_to = outcome;
    outcome = dense_.solve(alpha);
    if (outcome.status == coding::Status::kConverged) return true;
    if (!(outcome.value < walked_to.value)) {
      active.scatter(alpha);
      outcome = walked_to;
    }
    finish_slowly(i);
    return false;
  }

  /// Newton steps with a ridge, then coordinate descent.
  void finish_slowly(Size i) {
    T* alpha = request_.Alpha + i * problem_.k;
    coding::Outcome& outcome = request_.outcome[i];
    int steps = outcome.iterations;
    // A path over nearly dependent atoms can end arbitrarily far from the optimum.
    if (!(outcome.value <= value_at_zero())) fill_vectors(T(0), problem_.k, alpha);
    T ridge = kFirstRidge * largest_square();
    for (int round = 0; round < kRidges && problem_.p <= coding::kNewtonClasses; ++round) {
      settings_.throw_if_stopped();
      steps += walk_on_ridge(alpha, ridge, steps);
      outcome = certified_anew(alpha, steps);
      if (outcome.status == coding::Status::kConverged) return;
      ridge *= kNextRidge;
    }
    coding::Settings rest = settings_;
    rest.max_iterations = max_of(0, settings_.max_iterations - steps);
    outcome = CoordinateDescent<T, Term>(problem_, alpha, request_.workspace).solve(rest);
    outcome.iterations += steps;
  }

  /// For atoms that depend on each other, and whatever else keeps the path from the optimum.
  /// Returns the number of steps.
  int walk_on_ridge(T* alpha, T ridge, int steps) {
    const Problem<T> problem = with_classes();
    NewtonWalk<T> walk(problem, walk_memory_ + coding::path_memory(problem.k), walk_memory_,
                       coding::path_capacity(problem.k), ridge);
    SoftmaxTerm<T> term(problem, term_memory_);
    T* rho = request_.workspace;
    walk.solve_from(term, alpha, rho, rho + problem.k,
                    {settings_.tolerance, max_of(0, settings_.max_iterations - steps),
                     settings_.throw_if_stopped});
    scatter(walk.active(), alpha);
    return walk.steps();
  }

  /// The lasso as a problem with one class, whose class term is 0.
  Problem<T> with_classes() const {
    Problem<T> problem = problem_;
    if constexpr (Term::kClasses == Classes::kNone) {
      T* zeros = request_.workspace + (coding::kWorkVectors - 1) * problem.k;
      fill_vectors(T(0), problem.k, zeros);
      problem.p = 1;
      problem.A = problem.b = zeros;
      problem.label = 0;
    }
    return problem;
  }

  double value_at_zero() {
    fill_vectors(T(0), problem_.k, request_.workspace);
    Term term(problem_, term_memory_);
    term.reset(request_.workspace);
    return term.value() + problem_.exact_lambda0 * problem_.xx;
  }

  /// The largest squared norm of an atom.
  T largest_square() const {
    T largest = 0;
    for (Size j = 0; j < problem_.k; ++j) {
      largest = max_of(largest, problem_.G[j * problem_.k + j]);
    }
    return largest;
  }

  coding::Outcome certified_anew(const T* alpha, int steps) {
    T* rho = request_.workspace;
    correlate_residual_in_double(problem_, alpha, rho, rho + problem_.k);
    return certified(alpha, steps);
  }

  /// With rho at the beginning of the workspace.
  coding::Outcome certified(const T* alpha, int steps) {
    Term term(problem_, term_memory_);
    return finish_residual(problem_, term, alpha, request_.workspace,
                           request_.workspace + problem_.k, settings_.tolerance, steps,
                           coding::Status::kIterationLimit);
  }

  // A path that ends at alpha = 0 arrives with at most this many atoms active and, because of
  // rounding, close to 0 instead of at 0. Whether 0 is the optimum is therefore tested directly.
  static constexpr Size kFew = 2;
  static constexpr int kPolishings = 3;
  // Steps with a large ridge are safe but short, with a small ridge long but sensitive to rounding,
  // so the ridge decreases from round to round: in float slowly, from a larger first ridge. Each
  // round recomputes everything, without the rounding errors of the round before.
  static constexpr int kRidges = sizeof(T) == 4 ? 8 : 3;
  static constexpr T kFirstRidge = sizeof(T) == 4 ? T(1e-3) : T(1e-7);
  static constexpr T kNextRidge = sizeof(T) == 4 ? T(0.5) : T(0.03);

  Problem<T> problem_;
  const coding::Settings& settings_;
  const coding::Request<T>& request_;
  T* term_memory_;
  T* walk_memory_;
  Homotopy<T> lasso_;
  DensePath<T, Term> dense_;
};

}  // namespace supdict::SUPDICT_TARGET
