// SPDX-License-Identifier: BSD-3-Clause
// The solvers, compiled once per instruction set. A new iterative solver is a class template over
// (scalar, class term) and one row here.
#include "coding/fista.hpp"
#include "coding/fixed_point_continuation.hpp"
#include "coding/path.hpp"

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
constexpr coding::SolverKernels row(const char* name, bool needs_norms) {
  return {name, iterate<Solver, float>, iterate<Solver, double>, needs_norms};
}

const coding::SolverKernels* solvers() {
  static constexpr coding::SolverKernels kSolvers[coding::kSolverCount] = {
      {"path", follow_path<float>, follow_path<double>, false},
      row<CoordinateDescent>("cd", false),
      row<Fista>("fista", true),
      row<FixedPointContinuation>("fpc", true),
  };
  return kSolvers;
}

}  // namespace supdict::SUPDICT_TARGET
