// SPDX-License-Identifier: BSD-3-Clause
#include "coding/block.hpp"

#include <algorithm>

#include "supdict/coding.hpp"

namespace supdict::coding {

const SolverKernels& find_solver(const std::string& name) {
  const SolverKernels* solvers = simd::active_level().solvers();
  for (int i = 0; i < kSolverCount; ++i) {
    if (solvers[i].name == name) return solvers[i];
  }
  options::throw_unknown("solver", name, solver_names());
}

template <>
Solve<float> solve_function<float>(const SolverKernels& solver) {
  return solver.solve_float;
}

template <>
Solve<double> solve_function<double>(const SolverKernels& solver) {
  return solver.solve_double;
}

template <class T>
void code_block(const BlockTask<T>& task, const BlockView<T>& block) {
  const Packed<T>& packed = task.packed;
  const Size k = packed.k();
  const Size n_atoms = packed.n_atoms();
  const Size h = task.n_hypotheses();
  const bool supervised = !task.hypotheses.empty();
  const Size rows = supervised ? packed.class_rows_size() : 0;
  std::vector<T> memory(k * block.m + rows + k + workspace_size(k, packed.n_classes()));
  T* Q = memory.data();
  T* A = Q + k * block.m;
  T* alpha = A + rows;
  T* workspace = alpha + k;

  packed.correlate(block.X, block.ldx, block.m, Q);
  for (Size j = 0; j < block.m; ++j) {
    const T* x = block.X + j * block.ldx;
    const double xx =
        Eigen::Map<const Vector<T>>(x, packed.n_features()).template cast<double>().squaredNorm();
    if (supervised) packed.class_rows(x, block.ldx, 1, A);
    std::fill_n(alpha, k, T(0));
    for (Size i = 0; i < h; ++i) {
      if (block.warm != nullptr && (i == 0 || block.warm_stride == h)) {
        std::copy_n(block.warm + (j * block.warm_stride + i) * n_atoms, n_atoms, alpha);
      }
      const T* q = Q + j * k;
      Problem<T> problem = supervised ? packed.supervised_problem(
                                            q, xx, A, task.hypotheses[static_cast<std::size_t>(i)],
                                            task.lambda0, task.lambda1)
                                      : packed.lasso_problem(q, xx, task.lambda1);
      if (supervised) problem.posterior = block.posterior + (j * h + i) * packed.n_classes();
      block.outcome[j * h + i] = task.solve(problem, task.settings, alpha, workspace);
      std::copy_n(alpha, n_atoms, block.Alpha + (j * h + i) * n_atoms);
    }
  }
}

template void code_block<float>(const BlockTask<float>&, const BlockView<float>&);
template void code_block<double>(const BlockTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
