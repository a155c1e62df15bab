// SPDX-License-Identifier: BSD-3-Clause
// One coding problem as the solvers see it: Gram form, raw views, nothing owned. Vectors over atoms
// have `k` entries, k a multiple of kPad; entries past the real number of atoms are zero.
#pragma once

#include <cstddef>
#include <cstdint>

namespace supdict::coding {

using Size = std::ptrdiff_t;

/// Vectors over atoms are padded to this many entries: one AVX-512 register of floats.
inline constexpr Size kPad = 16;
inline constexpr Size padded(Size k) {
  return (k + kPad - 1) / kPad * kPad;
}

/// minimise over alpha   C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1
template <class T>
struct Problem {
  Size k = 0;            ///< padded number of atoms
  const T* G = nullptr;  ///< k x k, D'D
  const T* q = nullptr;  ///< k, D'x
  double xx = 0;         ///< ||x||^2
  T lambda0 = 1;
  T lambda1 = 1;
  double gram_norm = 0;    ///< ||D'D||_2; only for solvers that ask for it
  int p = 0;               ///< classes; 0 leaves the class term out (the lasso)
  const T* A = nullptr;    ///< k x p, column l is a_l
  const T* b = nullptr;    ///< p
  double class_norm = 0;   ///< ||A - mean row||_2^2; only for solvers that ask for it
  int label = 0;           ///< the hypothesis l
  T* posterior = nullptr;  ///< out, p: softmax(A alpha + b) at the solution
};

struct Settings {
  double tolerance;
  int max_iterations;
};

enum class Status : std::uint8_t { kConverged, kIterationLimit, kPrecisionLimit };

struct Outcome {
  double value = 0;
  double gap = 0;
  int iterations = 0;
  Status status = Status::kIterationLimit;
};

/// Which columns of Request::Alpha hold starting points.
enum class Starts : std::uint8_t { kNone, kFirst, kAll };

/// The hypotheses of one signal to be solved, and where the results go.
template <class T>
struct Request {
  const int* hypotheses = nullptr;  ///< classes; ignored for the lasso
  Size count = 1;
  Starts starts = Starts::kNone;
  T* Alpha = nullptr;      ///< k x count: starts in, codes out
  T* posterior = nullptr;  ///< p x count
  Outcome* outcome = nullptr;
  T* workspace = nullptr;  ///< workspace_size(k, p) entries
};

/// Solves one signal. `problem.label` and `problem.posterior` are set by the solver.
template <class T>
using SolveSignal = void (*)(const Problem<T>& problem, const Settings&, const Request<T>&);

/// Vectors of length k that an iterative solver may use: residual correlations, dual point, three
/// more.
inline constexpr Size kWorkVectors = 5;
/// Vectors over classes that a class term may use.
inline constexpr Size kTermVectors = 5;
/// Most atoms a homotopy path may hold active.
inline constexpr Size kPathCapacity = 128;
inline constexpr Size path_capacity(Size k) {
  return k < kPathCapacity ? k : kPathCapacity;
}
inline constexpr Size active_memory(Size k) {
  return k + path_capacity(k) * (path_capacity(k) + 4);
}
inline constexpr Size path_memory(Size k) {
  return 2 * k + active_memory(k);
}
/// Most classes for Newton steps, whose memory and time grow with the square and cube of them.
inline constexpr Size kNewtonClasses = 64;
inline constexpr Size newton_width(Size p) {
  return padded(p + 1);
}
inline constexpr Size newton_memory(Size k, Size p) {
  if (p <= 2 || p > kNewtonClasses) return 0;
  const Size width = newton_width(p);
  return k * (width + 2) + width * (3 * width + 4);
}
inline constexpr Size workspace_size(Size k, Size p) {
  return kWorkVectors * k + kTermVectors * padded(p) + 2 * path_memory(k) + newton_memory(k, p);
}

/// One row of the solver table as compiled for one instruction set.
struct SolverKernels {
  const char* name;
  SolveSignal<float> solve_float;
  SolveSignal<double> solve_double;
  bool needs_norms;  ///< gram_norm and class_norm must be filled in
};

inline constexpr int kSolverCount = 4;

}  // namespace supdict::coding
