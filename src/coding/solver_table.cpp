// SPDX-License-Identifier: BSD-3-Clause
#include "coding/solver_table.hpp"

#include "simd/for_each_level.hpp"
#include "supdict/options.hpp"
#include "supdict/solvers.hpp"

#define SUPDICT_DECLARE_SOLVERS(level)                                                    \
  namespace supdict::simd_##level {                                                       \
    const coding::SolverKernels* solvers();                                               \
    coding::ClassPoint class_point(const coding::Problem<double>&, const double*, double, \
                                   double*);                                              \
  }
SUPDICT_FOR_EACH_LEVEL(SUPDICT_DECLARE_SOLVERS)
#undef SUPDICT_DECLARE_SOLVERS

namespace supdict::coding {

std::span<const SolverKernels> solvers_of(const simd::Level& level) {
  using Solvers = const SolverKernels* (*)();
  static constexpr Solvers kSolversOfLevel[] = {
#define SUPDICT_ROW(level) simd_##level::solvers,
      SUPDICT_FOR_EACH_LEVEL(SUPDICT_ROW)
#undef SUPDICT_ROW
  };
  return {kSolversOfLevel[simd::index_of(level)](), kSolverCount};
}

FindClassPoint class_point_finder() {
  static constexpr FindClassPoint kOfLevel[] = {
#define SUPDICT_ROW(level) simd_##level::class_point,
      SUPDICT_FOR_EACH_LEVEL(SUPDICT_ROW)
#undef SUPDICT_ROW
  };
  return kOfLevel[simd::index_of(simd::active_level())];
}

const SolverKernels& find_solver(const std::string& name) {
  for (const SolverKernels& solver : solvers_of(simd::active_level())) {
    if (solver.name == name) return solver;
  }
  options::throw_unknown("solver", name, solver_names());
}

template <>
SolveSignal<float> solve_function<float>(const SolverKernels& solver) {
  return solver.solve_float;
}

template <>
SolveSignal<double> solve_function<double>(const SolverKernels& solver) {
  return solver.solve_double;
}

}  // namespace supdict::coding
