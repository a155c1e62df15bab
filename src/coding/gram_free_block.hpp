// SPDX-License-Identifier: BSD-3-Clause
// Coding of a block of signals without the Gram matrix of all atoms: for large dictionaries, whose
// Gram matrix would take more memory and time than the codes.
#pragma once

#include "coding/atoms.hpp"
#include "coding/block.hpp"
#include "coding/solver_kernels.hpp"

namespace supdict::coding {

/// Codings in lock step: every atom that is read serves all of them.
inline constexpr Size kInLockStep = 64;

template <class T>
struct GramFreeTask {
  const Atoms<T>& atoms;
  const SolverKernels& solver;
  Settings settings;
  double lambda0 = 1;
  double lambda1 = 0;               ///< kappa for the lasso
  std::span<const int> hypotheses;  ///< empty: the lasso
  Size n_hypotheses() const { return hypotheses.empty() ? 1 : std::ssize(hypotheses); }
  Size block_size() const { return std::max<Size>(1, kInLockStep / n_hypotheses()); }
};

/// False if the squared norm of a signal is not a finite number; then nothing is coded.
template <class T>
bool code_block(const GramFreeTask<T>& task, const BlockView<T>& block);

}  // namespace supdict::coding
