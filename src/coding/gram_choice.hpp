// SPDX-License-Identifier: BSD-3-Clause
// Whether the Gram matrix of all atoms is made.
#pragma once

#include "coding/solver_kernels.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {

/// Whether coding may do without the Gram matrix; whether it does depends on the signals.
bool may_do_without_gram(const CodingOptions& options, const SolverKernels& solver,
                         const CodePenalty& penalty, Index n_atoms);

/// Whether m signals are coded with the Gram matrix, where they may be without.
bool gram_pays(const CodingOptions& options, Index n_atoms, Index m);

}  // namespace supdict::coding
