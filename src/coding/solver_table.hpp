// SPDX-License-Identifier: BSD-3-Clause
// The solvers by instruction set and by name, and what they may be asked for.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "coding/solver_kernels.hpp"
#include "simd/level.hpp"
#include "supdict/penalty.hpp"

namespace supdict::coding {

/// The rows of solvers.cpp as compiled for an instruction set: the same names for each.
std::span<const SolverKernels> solvers_of(const simd::Level& level);

/// Of the active instruction set.
FindClassPoint class_point_finder();

/// Row of the active instruction set. Throws for an unknown name.
const SolverKernels& find_solver(const std::string& name);

template <class T>
SolveSignal<T> solve_function(const SolverKernels& solver);

/// The class term of a problem with this many classes; 0 is the lasso.
ClassTerm class_term_of(int n_classes);

/// Bits of Penalty.
unsigned penalties_in(const CodePenalty& penalty);
/// The same, of a problem that is given to this solver.
unsigned penalties_in(const SolverKernels& solver, const CodePenalty& penalty);

struct Asked {
  bool in_double = false;
  std::optional<ClassTerm> class_term = {};  ///< none: not known yet
  unsigned penalties = kL1Only;              ///< bits of Penalty
  bool without_gram = false;                 ///< no Gram matrix of all atoms must be made
  Device device = Device::kCpu;
  bool warm_start = false;
  bool max_nonzeros = false;
};

/// Throws Error(kInvalidOption) unless `solver` serves everything in `asked`. The message says what
/// it does not serve, and which rows of `table` do.
void check_serves(const SolverKernels& solver, const Asked& asked,
                  std::span<const SolverKernels> table);

/// Why a GPU does not serve all that is asked, in a few words for people; empty if it does.
std::string why_not_on_cuda(const SolverKernels& solver, const Asked& asked, Size n_atoms,
                            Size n_hypotheses);

}  // namespace supdict::coding
