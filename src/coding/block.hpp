// SPDX-License-Identifier: BSD-3-Clause
// Coding of a block of signals on one thread: the unit of work that Coder, predict and the
// trainers share.
#pragma once

#include <span>
#include <vector>

#include "coding/packed.hpp"

namespace supdict::coding {

/// Signals per unit of work: enough to amortise D'X, few enough to share among threads.
inline constexpr Size kBlock = 32;

/// Row of the solver table of the active instruction set. Throws for an unknown name.
const SolverKernels& find_solver(const std::string& name);

template <class T>
SolveSignal<T> solve_function(const SolverKernels& solver);

/// What a block is coded with: fixed while a batch runs.
template <class T>
struct BlockTask {
  const Packed<T>& packed;
  SolveSignal<T> solve;
  Settings settings;
  double lambda0 = 1;
  double lambda1 = 0;               ///< kappa for the lasso
  std::span<const int> hypotheses;  ///< empty: the lasso
  Size n_hypotheses() const { return hypotheses.empty() ? 1 : std::ssize(hypotheses); }
};

/// Where results of the block go; `start` is where it begins.
template <class T>
struct BlockView {
  const T* X;  ///< n x m
  Size ldx;
  Size m;            ///< at most kBlock
  const T* warm;     ///< starts, or null
  Size warm_stride;  ///< hypotheses per signal in `warm`: 1 or n_hypotheses()
  T* Alpha;          ///< n_atoms x (m h)
  T* posterior;      ///< p x (m h); ignored for the lasso
  Outcome* outcome;  ///< m h
};

/// False if the energy of a signal is not a finite number; nothing is coded then.
template <class T>
bool code_block(const BlockTask<T>& task, const BlockView<T>& block);

}  // namespace supdict::coding
