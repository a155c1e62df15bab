// SPDX-License-Identifier: BSD-3-Clause
// The solvers, compiled once per instruction set. A new solver is a class template over (scalar,
// class term) and one row here.
#include "coding/coordinate_descent.hpp"
#include "coding/fista.hpp"
#include "coding/fixed_point_continuation.hpp"

namespace supdict::SUPDICT_TARGET {

template <template <class, class> class Solver, class T>
coding::Outcome solve_with(const Problem<T>& problem, const coding::Settings& settings, T* alpha,
                           T* workspace) {
  if (problem.p == 0) return Solver<T, NoTerm<T>>(problem, alpha, workspace).solve(settings);
  if (problem.p == 2) return Solver<T, BinaryTerm<T>>(problem, alpha, workspace).solve(settings);
  return Solver<T, SoftmaxTerm<T>>(problem, alpha, workspace).solve(settings);
}

template <template <class, class> class Solver>
constexpr coding::SolverKernels row(const char* name, bool needs_norms) {
  return {name, solve_with<Solver, float>, solve_with<Solver, double>, needs_norms};
}

const coding::SolverKernels* solvers() {
  static constexpr coding::SolverKernels kSolvers[coding::kSolverCount] = {
      row<CoordinateDescent>("cd", false),
      row<Fista>("fista", true),
      row<FixedPointContinuation>("fpc", true),
  };
  return kSolvers;
}

}  // namespace supdict::SUPDICT_TARGET
