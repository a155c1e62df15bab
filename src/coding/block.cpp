// SPDX-License-Identifier: BSD-3-Clause
#include "coding/block.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "coding/reserve.hpp"
#include "coding/signal_weights.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {
template <class T>
bool code_block(const BlockTask<T>& task, const BlockView<T>& block) {
  const Packed<T>& packed = task.packed;
  const Size k = packed.k();
  const Size n_atoms = packed.n_atoms();
  const Size h = task.n_hypotheses();
  const bool supervised = !task.hypotheses.empty();
  const Size rows = supervised ? packed.class_rows_size() : 0;
  // The first pass over the signals also brings them into the cache for the second.
  double energy[kBlock];
  for (Size j = 0; j < block.m; ++j) {
    energy[j] = simd::kernels<T>().sum_of_squares(packed.n_features(), block.X + j * block.ldx);
    if (!std::isfinite(energy[j])) return false;
  }

  const auto size = k * block.m + rows + k * h + workspace_size(k, packed.n_classes());
  const auto memory = make_lines<T>(size);
  T* Q = memory.get();
  T* A = Q + k * block.m;

  Request<T> request;
  request.hypotheses = task.hypotheses.data();
  request.count = h;
  request.Alpha = A + rows;
  request.workspace = request.Alpha + k * h;
  Reserve reserve;
  request.more = reserve.view();
  if (block.warm != nullptr) {
    request.starts = block.warm_stride == h ? Starts::kAll : Starts::kFirst;
  }

  std::optional<SignalWeights<T>> weighted;
  if (block.weights != nullptr) weighted.emplace(k);

  packed.correlate(block.X, block.ldx, block.m, Q);
  for (Size j = 0; j < block.m; ++j) {
    task.settings.throw_if_stopped();
    reserve.release();
    const T* x = block.X + j * block.ldx;
    const T* q = Q + j * k;
    const double* weights = weighted ? block.weights + j * n_atoms : nullptr;
    for (Size i = 0; block.warm != nullptr && i < block.warm_stride; ++i) {
      packed.to_solver(block.warm + (j * block.warm_stride + i) * n_atoms, request.Alpha + i * k);
      if (weighted) weighted->multiply(weights, n_atoms, request.Alpha + i * k);
      std::fill_n(request.Alpha + i * k + n_atoms, k - n_atoms, T(0));
    }
    request.outcome = block.outcome + j * h;
    if (supervised) {
      packed.class_rows(x, block.ldx, 1, A);
      request.posterior = block.posterior + j * h * packed.n_classes();
      task.solve(packed.supervised_problem(q, energy[j], A, task.lambda0, task.lambda1),
                 task.settings, request);
    } else {
      const Problem<T> lasso = packed.lasso_problem(q, energy[j], task.lambda1);
      task.solve(weighted ? weighted->divide(lasso, weights, n_atoms) : lasso, task.settings,
                 request);
    }
    for (Size i = 0; i < h; ++i) {
      T* code = request.Alpha + i * k;
      if (weighted) weighted->divide(weights, n_atoms, code);
      packed.from_solver(code,
                         block.sparse != nullptr ? code : block.Alpha + (j * h + i) * n_atoms);
      if (block.sparse != nullptr) block.sparse->add(code, n_atoms);
    }
  }
  return true;
}

template bool code_block<float>(const BlockTask<float>&, const BlockView<float>&);
template bool code_block<double>(const BlockTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
