// SPDX-License-Identifier: BSD-3-Clause
// Orthogonal matching pursuit of a block of signals: atoms are chosen one by one, each the one the
// residual is most correlated with, and the coefficients of all chosen ones are always those of
// least squares.
//   cost      per atom that is chosen: O(k s) with the Gram matrix and s chosen ones, O(n k)
//             without, the signals of a block together; O(n k) per signal for the certificate
//   source    Pati et al. 1993; Rubinstein et al. 2008 for the use of the Gram matrix
#pragma once

#include "coding/atoms.hpp"
#include "coding/block.hpp"

namespace supdict::coding {

template <class T>
struct PursuitTask {
  const Atoms<T>& atoms;
  const Packed<T>* packed;  ///< with the Gram matrix; null: without
  Settings settings;        ///< `tolerance` is not used
  double kappa = 0;         ///< atoms with |2 d_j'r| <= kappa are not chosen
  Size block_size() const { return 64; }
  /// No more atoms are independent of each other.
  Size most() const {
    const Size independent = std::min(atoms.n(), atoms.k());
    return settings.max_nonzeros > 0 ? std::min(settings.max_nonzeros, independent) : independent;
  }
};

/// False if the squared norm of a signal is not a finite number; then nothing is coded.
template <class T>
bool code_block(const PursuitTask<T>& task, const BlockView<T>& block);

}  // namespace supdict::coding
