// SPDX-License-Identifier: BSD-3-Clause
#include "coding/gram_choice.hpp"

#include "coding/solver_table.hpp"

namespace supdict::coding {
namespace {

// With so few atoms their Gram matrix is cheaper than anything else, however few the signals are.
constexpr Index kGramUpTo = 1024;
// With more atoms than this it costs more than it saves, however many the signals are.
constexpr Index kNoGramFrom = 4096;
// Between the two it saves time if there are so many signals per atom.
constexpr double kSignalsPerAtom = 0.125;

}  // namespace

bool may_do_without_gram(const CodingOptions& options, const SolverKernels& solver,
                         const CodePenalty& penalty, Index n_atoms) {
  if ((penalties_in(solver, penalty) & ~solver.penalties_without_gram) != 0) return false;
  return options.gram == GramMatrix::kNone ||
         (options.gram == GramMatrix::kAuto && n_atoms > kGramUpTo);
}

bool gram_pays(const CodingOptions& options, Index n_atoms, Index m) {
  if (options.gram == GramMatrix::kNone || n_atoms > kNoGramFrom) return false;
  return static_cast<double>(m) >= kSignalsPerAtom * static_cast<double>(n_atoms);
}

}  // namespace supdict::coding
