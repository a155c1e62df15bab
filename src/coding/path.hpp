// SPDX-License-Identifier: BSD-3-Clause
// The path solver: exact codes by homotopy (homotopy.hpp), certified like every other solver's.
//   lasso          one walk in the penalty
//   two classes    the same walk, then one short walk per hypothesis
//   more classes   the lasso code as a start for coordinate descent
// What the walk leaves above the tolerance (an active set that outgrew its capacity, dependent
// atoms, float on a badly conditioned Gram matrix) coordinate descent finishes from there.
#pragma once

#include "coding/coordinate_descent.hpp"
#include "coding/homotopy.hpp"

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
        lasso_(problem, request.workspace + coding::kWorkVectors * problem.k +
                            4 * coding::padded(problem.p)),
        walk_(problem, request.workspace + coding::kWorkVectors * problem.k +
                           4 * coding::padded(problem.p) + coding::path_memory(problem.k)) {}

  void solve() {
    // A start given by the caller is worth more than a path from zero.
    if (request_.starts != coding::Starts::kNone) {
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, request_);
      return;
    }
    lasso_.solve_lasso();
    if (problem_.p == 2) {
      for (Size i = 0; i < request_.count; ++i) solve_hypothesis(i);
    } else if (problem_.p == 0) {
      lasso_.refine(nullptr, request_.workspace);
      complete(0, lasso_);
    } else {
      lasso_.active().scatter(request_.Alpha);
      coding::Request<T> rest = request_;
      rest.starts = coding::Starts::kFirst;
      solve_in_turn<CoordinateDescent<T, Term>, Term>(problem_, settings_, rest);
    }
  }

 private:
  void solve_hypothesis(Size i) {
    problem_.label = request_.hypotheses[i];
    problem_.posterior = request_.posterior + i * problem_.p;
    const T sign = problem_.label == 0 ? T(1) : T(-1);
    T* d = request_.workspace + (coding::kWorkVectors - 1) * problem_.k;
    for (Size j = 0; j < problem_.k; ++j) {
      d[j] = sign * (problem_.A[problem_.k + j] - problem_.A[j]);
    }
    const double bias = static_cast<double>(sign) *
                        (static_cast<double>(problem_.b[1]) - static_cast<double>(problem_.b[0]));
    walk_.copy_from(lasso_);
    walk_.solve_class(d, walk_.inner(d) + bias);
    walk_.refine(d, request_.workspace);
    complete(i, walk_);
  }

  /// Certifies what the walk found; hands over to coordinate descent where it is not enough.
  void complete(Size i, const Homotopy<T>& walk) {
    T* alpha = request_.Alpha + i * problem_.k;
    walk.active().scatter(alpha);
    Term term(problem_, request_.workspace + coding::kWorkVectors * problem_.k);
    coding::Outcome& outcome = request_.outcome[i];
    outcome = finish(problem_, term, alpha, request_.workspace, request_.workspace + problem_.k,
                     settings_.tolerance, lasso_.steps() + (&walk == &lasso_ ? 0 : walk.steps()),
                     coding::Status::kIterationLimit);
    if (outcome.status == coding::Status::kConverged) return;
    const int steps = outcome.iterations;
    outcome = CoordinateDescent<T, Term>(problem_, alpha, request_.workspace).solve(settings_);
    outcome.iterations += steps;
  }

  Problem<T> problem_;
  const coding::Settings& settings_;
  const coding::Request<T>& request_;
  Homotopy<T> lasso_;
  Homotopy<T> walk_;
};

}  // namespace supdict::SUPDICT_TARGET
