// SPDX-License-Identifier: BSD-3-Clause
// A row of the solver table, as compiled for one instruction set: what a solver serves, and its
// functions.
#pragma once

#include "coding/problem.hpp"

namespace supdict::coding {

// What a problem asks of a solver, one bit for each possible answer.
enum class ClassTerm : std::uint8_t { kNone = 1, kBinary = 2, kSoftmax = 4 };
enum class Penalty : std::uint8_t {
  kL1 = 1,
  kWeights = 2,
  kRidge = 4,
  kNonnegative = 8,
  kCount = 16  ///< of non-zeros, instead of l1
};
enum class Device : std::uint8_t { kCpu = 1, kCuda = 2 };

inline constexpr unsigned kEveryClassTerm = 7;
inline constexpr unsigned kUpToTwoClasses = 3;
inline constexpr unsigned kL1Only = 1;
inline constexpr unsigned kEveryPenalty = 15;  ///< on l1
inline constexpr unsigned kCountOnly = 16;
inline constexpr unsigned kCpuOnly = 1;
inline constexpr unsigned kCpuAndCuda = 3;

struct SolverKernels {
  const char* name;
  const char* summary;
  SolveSignal<float> solve_float;    ///< null: float is not served
  SolveSignal<double> solve_double;  ///< null: double is not served
  unsigned class_terms;              ///< bits of ClassTerm
  unsigned penalties;                ///< bits of Penalty
  unsigned devices;                  ///< bits of Device
  bool warm_starts;
  bool needs_norms;                  ///< gram_norm and class_norm must be filled in
  unsigned class_terms_on_cuda = 0;  ///< bits of ClassTerm: what a GPU serves, in float
  unsigned penalties_on_cuda = kL1Only;
  unsigned penalties_without_gram = kL1Only;  ///< what gram_free_block.hpp serves
  bool max_nonzeros = false;                  ///< of lasso codes: their number may be limited
  bool pursuit = false;                       ///< blocks go to pursuit.hpp; there are no functions
};

inline constexpr int kSolverCount = 5;

/// The class term at a code and at the dual point that the code and a scale s give  [E13]. All zero
/// for the lasso.
struct ClassPoint {
  double value = 0;        ///< C_l(A alpha + b)
  double value_error = 0;  ///< of it
  double divergence = 0;   ///< class part of the duality gap
  double dual_below = 0;   ///< lower bound of the class part of the dual
  double mass = 0;         ///< probability of the classes other than l
};

/// `problem` needs k, p, A, b, label and the rounding of A. `memory` has term_memory(p) entries.
using FindClassPoint = ClassPoint (*)(const Problem<double>& problem, const double* alpha, double s,
                                      double* memory);

}  // namespace supdict::coding
