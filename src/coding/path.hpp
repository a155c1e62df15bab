// SPDX-License-Identifier: BSD-3-Clause
// The path solver: exact codes by homotopy (homotopy.hpp), certified like every other solver's.
//   lasso          one walk in the penalty
//   two classes    the same walk, then one short walk per hypothesis
//   more classes   the same walk, then Newton steps per hypothesis (newton_walk.hpp), or coordinate
//                  descent from the lasso code where the classes are too many for that
// What a walk leaves above the tolerance is polished with sums in double (float is too rough where
// atoms are many), and what is still above it (an active set that outgrew its capacity, dependent
// atoms) coordinate descent finishes from there.
#pragma once

#include "coding/coordinate_descent.hpp"
#include "coding/newton_walk.hpp"

namespace supdict::SUPDICT_TARGET {

/// Starts from alpha = 0 where that is the optimum (no correlation exceeds lambda1 there): an
/// iterative solver that starts elsewhere would stop close to it, not on it.
template <class Term, class T>
inline void settle_at_zero(const Problem<T>& problem, T* alpha, T* workspace) {
  T* zero = workspace;
  T* c = workspace + problem.k;
  for (Size j = 0; j < problem.k; ++j) zero[j] = T(0);
  Term term(problem, workspace + coding::kWorkVectors * problem.k);
  term.reset(zero);
  dual_correlations(problem, term, problem.q, c);
  for (Size j = 0; j < problem.k; ++j) {
    if (abs_of(c[j]) > problem.lambda1) return;
  }
  for (Size j = 0; j < problem.k; ++j) alpha[j] = T(0);
}

/// The iterative solvers take hypotheses one by one, each from the code of the one before.
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
        walk_memory_(term_memory_ + coding::kTermVectors * coding::padded(problem.p) +
                     coding::path_memory(problem.k)),
        lasso_(problem, term_memory_ + coding::kTermVectors * coding::padded(problem.p)) {}

  void solve() {
    // A start given by the caller is worth more than a path from zero.
    if (request_.starts != coding::Starts::kNone) {
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, request_);
      return;
    }
    lasso_.solve_lasso(settings_.max_iterations);
    if constexpr (Term::kClasses == Classes::kNone) {
      const auto polish = [&](const T* rho) { lasso_.refine(nullptr, rho); };
      refine(lasso_.active(), polish);
      complete(0, lasso_.active(), 0, polish);
    } else if constexpr (Term::kClasses == Classes::kTwo) {
      solve_two();
    } else if (problem_.p <= coding::kNewtonClasses) {
      solve_many();
    } else {
      lasso_.active().scatter(request_.Alpha);
      coding::Request<T> rest = request_;
      rest.starts = coding::Starts::kFirst;
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, rest);
    }
  }

 private:
  void solve_two() {
    Homotopy<T> walk(problem_, walk_memory_);
    T* d = request_.workspace + (coding::kWorkVectors - 1) * problem_.k;
    for (Size i = 0; i < request_.count; ++i) {
      choose(i);
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
    refine(lasso_.active(), [&](const T* rho) { lasso_.refine(nullptr, rho); });
    NewtonWalk<T> walk(problem_, walk_memory_ + coding::path_memory(problem_.k), walk_memory_);
    walk.prepare(lasso_.active());
    const Size k = problem_.k;
    T* rho = request_.workspace;
    T* c = rho + k;
    T* rho_start = rho + (coding::kWorkVectors - 1) * k;  // out of reach of complete()
    lasso_.active().scatter(request_.Alpha);
    correlate_residual(problem_, request_.Alpha, rho_start);
    for (Size i = 0; i < request_.count; ++i) {
      choose(i);
      Term term(problem_, term_memory_);
      copy_vectors(rho_start, k, rho);
      walk.solve(lasso_.active(), term, request_.Alpha + i * k, rho, c,
                 {settings_.tolerance, steps_left()});
      complete(i, walk.active(), walk.steps(), [](const T*) {});
    }
  }

  void choose(Size i) {
    problem_.label = request_.hypotheses[i];
    problem_.posterior = request_.posterior + i * problem_.p;
  }

  int steps_left() const { return max_of(0, settings_.max_iterations - lasso_.steps()); }

  /// `polish(rho)` betters the code of a walk, given rho = q - G alpha made anew.
  template <class Polish>
  void refine(ActiveSet<T>& active, const Polish& polish) {
    active.residual(request_.workspace);
    polish(request_.workspace);
  }

  /// Certifies what a walk found. Where it is not enough, polishes it with sums in double; hands
  /// over to coordinate descent where that is not enough either.
  template <class Polish>
  void complete(Size i, ActiveSet<T>& active, int walked, const Polish& polish) {
    T* alpha = request_.Alpha + i * problem_.k;
    T* rho = request_.workspace;
    coding::Outcome& outcome = request_.outcome[i];
    const int steps = lasso_.steps() + walked;
    active.scatter(alpha);
    if (active.size() <= kFew) {
      settle_at_zero<Term>(problem_, alpha, request_.workspace);
      correlate_residual(problem_, alpha, rho);
    } else {
      active.residual(rho);
    }
    outcome = certified(alpha, steps);
    if (outcome.status != coding::Status::kConverged && active.size() > kFew) {
      active.residual_in_double(rho);
      polish(rho);
      active.scatter(alpha);
      active.residual_in_double(rho);
      outcome = certified(alpha, steps);
    }
    if (outcome.status == coding::Status::kConverged) return;
    const coding::Settings rest{settings_.tolerance, max_of(0, settings_.max_iterations - steps)};
    outcome = CoordinateDescent<T, Term>(problem_, alpha, request_.workspace).solve(rest);
    outcome.iterations += steps;
  }

  /// With rho at the head of the workspace.
  coding::Outcome certified(const T* alpha, int steps) {
    Term term(problem_, term_memory_);
    return finish_residual(problem_, term, alpha, request_.workspace,
                           request_.workspace + problem_.k, settings_.tolerance, steps,
                           coding::Status::kIterationLimit);
  }

  // A walk towards zero arrives with hardly an atom left, and not exactly there.
  static constexpr Size kFew = 2;

  Problem<T> problem_;
  const coding::Settings& settings_;
  const coding::Request<T>& request_;
  T* term_memory_;
  T* walk_memory_;
  Homotopy<T> lasso_;
};

}  // namespace supdict::SUPDICT_TARGET
