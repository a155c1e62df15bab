// SPDX-License-Identifier: BSD-3-Clause
// The solvers, compiled once per instruction set. A new iterative solver is a class template over
// (scalar, class term) and one row here.
#include "coding/fista.hpp"
#include "coding/fixed_point_continuation.hpp"
#include "coding/path.hpp"
#include "coding/solver_kernels.hpp"

namespace supdict::SUPDICT_TARGET {

template <template <class, class> class Solver, class T>
void iterate(const Problem<T>& problem, const coding::Settings& settings,
             const coding::Request<T>& request) {
  if (problem.p == 0) {
    solve_in_turn<Solver<T, NoTerm<T>>, NoTerm<T>>(problem, settings, request);
  } else if (problem.p == 2) {
    solve_in_turn<Solver<T, BinaryTerm<T>>, BinaryTerm<T>>(problem, settings, request);
  } else {
    solve_in_turn<Solver<T, SoftmaxTerm<T>>, SoftmaxTerm<T>>(problem, settings, request);
  }
}

template <class T>
void follow_path(const Problem<T>& problem, const coding::Settings& settings,
                 const coding::Request<T>& request) {
  if (problem.p == 0) {
    Path<T, NoTerm<T>>(problem, settings, request).solve();
  } else if (problem.p == 2) {
    Path<T, BinaryTerm<T>>(problem, settings, request).solve();
  } else {
    Path<T, SoftmaxTerm<T>>(problem, settings, request).solve();
  }
}

template <template <class, class> class Solver>
constexpr coding::SolverKernels row(const char* name, const char* summary, bool needs_norms) {
  return {.name = name,
          .summary = summary,
          .solve_float = iterate<Solver, float>,
          .solve_double = iterate<Solver, double>,
          .class_terms = coding::kEveryClassTerm,
          .penalties = coding::kEveryPenalty,
          .devices = coding::kCpuOnly,
          .warm_starts = true,
          .needs_norms = needs_norms};
}

template <class Term>
coding::ClassPoint class_point_of(const Problem<double>& problem, const double* alpha, double s,
                                  double* memory) {
  Term term(problem, memory);
  term.reset(alpha);
  double norm1 = 0;
  double nonzeros = 0;
  for (Size i = 0; i < problem.k; ++i) {
    norm1 += abs_of(alpha[i]);
    nonzeros += alpha[i] != 0 ? 1 : 0;
  }
  const ClassBounds bounds = term.bounds(problem.rounding, norm1, nonzeros);
  return {term.value(), bounds.value_error, term.divergence(s), term.dual_below(s), bounds.mass};
}

coding::ClassPoint class_point(const Problem<double>& problem, const double* alpha, double s,
                               double* memory) {
  if (problem.p == 0) return {};
  return problem.p == 2 ? class_point_of<BinaryTerm<double>>(problem, alpha, s, memory)
                        : class_point_of<SoftmaxTerm<double>>(problem, alpha, s, memory);
}

const coding::SolverKernels* solvers() {
  static constexpr coding::SolverKernels kSolvers[coding::kSolverCount] = {
      {.name = "path",
       .summary = "homotopy and Newton steps, the fastest",
       .solve_float = follow_path<float>,
       .solve_double = follow_path<double>,
       .class_terms = coding::kEveryClassTerm,
       .penalties = coding::kEveryPenalty,
       .devices = coding::kCpuAndCuda,
       .warm_starts = true,
       .needs_norms = false,
       .class_terms_on_cuda = coding::kUpToTwoClasses,
       .max_nonzeros = true},
      row<CoordinateDescent>("cd", "coordinate descent", false),
      row<Fista>("fista", "accelerated gradient", true),
      row<FixedPointContinuation>("fpc", "fixed-point continuation", true),
      {.name = "omp",
       .summary = "orthogonal matching pursuit: the best few atoms, chosen one by one",
       .solve_float = nullptr,
       .solve_double = nullptr,
       .class_terms = static_cast<unsigned>(coding::ClassTerm::kNone),
       .penalties = coding::kCountOnly,
       .devices = coding::kCpuOnly,
       .warm_starts = false,
       .needs_norms = false,
       .penalties_without_gram = coding::kCountOnly,
       .max_nonzeros = true,
       .pursuit = true},
  };
  return kSolvers;
}

}  // namespace supdict::SUPDICT_TARGET
