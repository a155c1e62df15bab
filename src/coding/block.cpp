// SPDX-License-Identifier: BSD-3-Clause
#include "coding/block.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

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
SolveSignal<float> solve_function<float>(const SolverKernels& solver) {
  return solver.solve_float;
}

template <>
SolveSignal<double> solve_function<double>(const SolverKernels& solver) {
  return solver.solve_double;
}

template <class T>
bool code_block(const BlockTask<T>& task, const BlockView<T>& block) {
  const Packed<T>& packed = task.packed;
  const Size k = packed.k();
  const Size n_atoms = packed.n_atoms();
  const Size h = task.n_hypotheses();
  const bool supervised = !task.hypotheses.empty();
  const Size rows = supervised ? packed.class_rows_size() : 0;
  // The first look at the signals: it also brings them near for the second.
  double energy[kBlock];
  for (Size j = 0; j < block.m; ++j) {
    energy[j] = simd::kernels<T>().sum_of_squares(packed.n_features(), block.X + j * block.ldx);
    if (!std::isfinite(energy[j])) return false;
  }

  const auto size = k * block.m + rows + k * h + workspace_size(k, packed.n_classes());
  const auto memory = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size));
  T* Q = memory.get();
  T* A = Q + k * block.m;

  Request<T> request;
  request.hypotheses = task.hypotheses.data();
  request.count = h;
  request.Alpha = A + rows;
  request.workspace = request.Alpha + k * h;
  if (block.warm != nullptr) {
    request.starts = block.warm_stride == h ? Starts::kAll : Starts::kFirst;
  }

  packed.correlate(block.X, block.ldx, block.m, Q);
  for (Size j = 0; j < block.m; ++j) {
    const T* x = block.X + j * block.ldx;
    const T* q = Q + j * k;
    for (Size i = 0; block.warm != nullptr && i < block.warm_stride; ++i) {
      std::copy_n(block.warm + (j * block.warm_stride + i) * n_atoms, n_atoms,
                  request.Alpha + i * k);
      std::fill_n(request.Alpha + i * k + n_atoms, k - n_atoms, T(0));
    }
    request.outcome = block.outcome + j * h;
    if (supervised) {
      packed.class_rows(x, block.ldx, 1, A);
      request.posterior = block.posterior + j * h * packed.n_classes();
      task.solve(packed.supervised_problem(q, energy[j], A, task.lambda0, task.lambda1),
                 task.settings, request);
    } else {
      task.solve(packed.lasso_problem(q, energy[j], task.lambda1), task.settings, request);
    }
    for (Size i = 0; i < h; ++i) {
      std::copy_n(request.Alpha + i * k, n_atoms, block.Alpha + (j * h + i) * n_atoms);
    }
  }
  return true;
}

template bool code_block<float>(const BlockTask<float>&, const BlockView<float>&);
template bool code_block<double>(const BlockTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
