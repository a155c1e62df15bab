// SPDX-License-Identifier: BSD-3-Clause
// Coding of a block of signals on one thread: the unit of work that Coder, predict and the
// trainers share.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "coding/block_entries.hpp"
#include "coding/packed.hpp"

namespace supdict::coding {

/// Signals per unit of work: enough to amortise D'X, few enough to spread over the threads.
inline constexpr Size kBlock = 32;

/// What a block is coded with; constant during a batch.
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

/// Where the results of a block go, and which signals it covers.
template <class T>
struct BlockView {
  const T* X;  ///< n x m
  Size ldx;
  Size m;            ///< at most kBlock
  const T* warm;     ///< warm starts, or null
  Size warm_stride;  ///< hypotheses per signal in `warm`: 1 or n_hypotheses()
  T* Alpha;          ///< n_atoms x (m h); null where `sparse` receives the codes
  T* posterior;      ///< p x (m h); ignored for the lasso
  Outcome* outcome;  ///< m h
  BlockEntries<T>* sparse = nullptr;
  /// Of the lasso: weights of the atoms of each signal (n_atoms x m), or null.
  const double* weights = nullptr;

  /// The code of a column, over k atoms, from its entries by atom.
  void write(Size column, const std::vector<std::pair<Size, T>>& entries, Size k) const {
    if (sparse != nullptr) return sparse->add(entries);
    T* code = Alpha + column * k;
    std::fill_n(code, k, T(0));
    for (const auto& [atom, value] : entries) code[atom] = value;
  }
};

/// False if the squared norm of a signal is not a finite number; then nothing is coded.
template <class T>
bool code_block(const BlockTask<T>& task, const BlockView<T>& block);

}  // namespace supdict::coding
