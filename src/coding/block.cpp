// SPDX-License-Identifier: BSD-3-Clause
#include "coding/block.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "coding/reserve.hpp"
#include "coding/signal_weights.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {
namespace {

/// One signal of a block after the other, in the units of the solver.
template <class T>
class BlockCoder {
 public:
  BlockCoder(const BlockTask<T>& task, const BlockView<T>& block)
      : task_(task),
        block_(block),
        packed_(task.packed),
        k_(packed_.k()),
        n_atoms_(packed_.n_atoms()),
        h_(task.n_hypotheses()) {
    const Size rows = supervised() ? packed_.class_rows_size() : 0;
    memory_ =
        make_lines<T>(k_ * block.m + rows + k_ * h_ + workspace_size(k_, packed_.n_classes()));
    Q_ = memory_.get();
    A_ = Q_ + k_ * block.m;
    request_.hypotheses = task.hypotheses.data();
    request_.count = h_;
    request_.Alpha = A_ + rows;
    request_.workspace = request_.Alpha + k_ * h_;
    request_.more = reserve_.view();
    if (block.warm != nullptr) {
      request_.starts = block.warm_stride == h_ ? Starts::kAll : Starts::kFirst;
    }
    if (block.weights != nullptr) weighted_.emplace(k_);
    packed_.correlate(block.X, block.ldx, block.m, Q_);
  }

  /// Signal j, of squared norm `energy`.
  void code(Size j, double energy) {
    reserve_.release();
    const double* weights = weighted_ ? block_.weights + j * n_atoms_ : nullptr;
    start(j, weights);
    solve(j, energy, weights);
    finish(j, weights);
  }

 private:
  bool supervised() const { return !task_.hypotheses.empty(); }

  void start(Size j, const double* weights) {
    for (Size i = 0; block_.warm != nullptr && i < block_.warm_stride; ++i) {
      T* code = request_.Alpha + i * k_;
      packed_.to_solver(block_.warm + (j * block_.warm_stride + i) * n_atoms_, code);
      if (weighted_) weighted_->multiply(weights, n_atoms_, code);
      std::fill_n(code + n_atoms_, k_ - n_atoms_, T(0));
    }
  }

  void solve(Size j, double energy, const double* weights) {
    const T* q = Q_ + j * k_;
    request_.outcome = block_.outcome + j * h_;
    if (supervised()) {
      packed_.class_rows(block_.X + j * block_.ldx, block_.ldx, 1, A_);
      request_.posterior = block_.posterior + j * h_ * packed_.n_classes();
      task_.solve(packed_.supervised_problem(q, energy, A_, task_.lambda0, task_.lambda1),
                  task_.settings, request_);
    } else {
      const Problem<T> lasso = packed_.lasso_problem(q, energy, task_.lambda1);
      task_.solve(weighted_ ? weighted_->divide(lasso, weights, n_atoms_) : lasso, task_.settings,
                  request_);
    }
  }

  void finish(Size j, const double* weights) {
    for (Size i = 0; i < h_; ++i) {
      T* code = request_.Alpha + i * k_;
      if (weighted_) weighted_->divide(weights, n_atoms_, code);
      const bool sparse = block_.sparse != nullptr;
      packed_.from_solver(code, sparse ? code : block_.Alpha + (j * h_ + i) * n_atoms_);
      if (sparse) block_.sparse->add(code, n_atoms_);
    }
  }

  const BlockTask<T>& task_;
  const BlockView<T>& block_;
  const Packed<T>& packed_;
  Size k_;
  Size n_atoms_;
  Size h_;
  Lines<T> memory_;  ///< D'X of the block, the rows of a signal, its codes, workspace
  T* Q_;
  T* A_;
  Request<T> request_;
  Reserve reserve_;
  std::optional<SignalWeights<T>> weighted_;
};

}  // namespace

template <class T>
bool code_block(const BlockTask<T>& task, const BlockView<T>& block) {
  // The first pass over the signals also brings them into the cache for the second.
  double energy[kBlock];
  for (Size j = 0; j < block.m; ++j) {
    energy[j] =
        simd::kernels<T>().sum_of_squares(task.packed.n_features(), block.X + j * block.ldx);
    if (!std::isfinite(energy[j])) return false;
  }
  BlockCoder<T> coder(task, block);
  for (Size j = 0; j < block.m; ++j) {
    task.settings.throw_if_stopped();
    coder.code(j, energy[j]);
  }
  return true;
}

template bool code_block<float>(const BlockTask<float>&, const BlockView<float>&);
template bool code_block<double>(const BlockTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
