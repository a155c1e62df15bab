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

/// Bounds of the errors of a problem's numbers (against exact arithmetic on signal and model) and
/// of their sizes. The bounds of the optimum allow for them (equations.md E13).
struct Rounding {
  double q = 0;          ///< |q_i - d_i'x|, of every atom
  double G = 0;          ///< |G_ij - d_i'd_j|
  double A = 0;          ///< the same for the entries of A: 0 where they were given
  double xx = 0;         ///< the same for ||x||^2
  double underflow = 0;  ///< what a number loses that is too small for its type
  double q_size = 0;
  double G_size = 0;
  double A_size = 0;
  double b_size = 0;
};

/// minimise over alpha   C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1
/// or over alpha >= 0. Weights of atoms are in D and A, a ridge is in G (packed.cpp).
template <class T>
struct Problem {
  Size k = 0;            ///< padded number of atoms
  const T* G = nullptr;  ///< k x k, D'D
  const T* q = nullptr;  ///< k, D'x
  double xx = 0;         ///< ||x||^2
  T lambda0 = 1;         ///< exact_lambda0 and exact_lambda1 as the solvers compute with them
  T lambda1 = 1;
  double exact_lambda0 = 1;
  double exact_lambda1 = 1;
  Rounding rounding;
  double gram_norm = 0;   ///< ||D'D||_2; only for solvers that ask for it
  int p = 0;              ///< classes; 0 leaves the class term out (the lasso)
  const T* A = nullptr;   ///< k x p, column l is a_l
  const T* b = nullptr;   ///< p
  double class_norm = 0;  ///< ||A - mean row||_2^2; only for solvers that ask for it
  int label = 0;          ///< the hypothesis l
  bool nonnegative = false;
  T* posterior = nullptr;  ///< out, p: softmax(A alpha + b) at the solution
};

/// Throws once the caller has asked to stop. Solvers whose iterations are limited by
/// Settings::max_iterations alone call it now and then.
struct StopCheck {
  void (*check)(const void* context) = nullptr;
  const void* context = nullptr;
  void operator()() const {
    if (check != nullptr) check(context);
  }
};

struct Settings {
  double tolerance;
  int max_iterations;
  StopCheck throw_if_stopped = {};
  Size max_nonzeros = 0;  ///< 0: no limit
};

enum class Status : std::uint8_t { kConverged, kIterationLimit, kPrecisionLimit };

struct Outcome {
  double value = 0;  ///< of the objective at the code, as computed
  double lower = 0;  ///< lower <= optimum <= upper, rounding included
  double upper = 0;
  int iterations = 0;
  Status status = Status::kIterationLimit;
  /// With a limit of non-zeros: the lambda1 / lambda0 to which the code and its bounds belong.
  /// Matching pursuit: no |2 d_j'r| is larger.
  double level = 0;
};

/// Memory for signals that need more than the workspace; valid until the signal is solved.
struct MoreMemory {
  double* (*reserve)(void* context, Size count) = nullptr;
  void* context = nullptr;
  double* operator()(Size count) const { return reserve(context, count); }
};

/// Which columns of Request::Alpha hold warm starts.
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
  MoreMemory more;
};

/// Solves one signal. `problem.label` and `problem.posterior` are set by the solver.
template <class T>
using SolveSignal = void (*)(const Problem<T>& problem, const Settings&, const Request<T>&);

/// Vectors of length k that an iterative solver may use: residual correlations, dual point and
/// three more.
inline constexpr Size kWorkVectors = 5;
/// Vectors over classes that a class term may use.
inline constexpr Size kTermVectors = 5;
/// The most active atoms of a path over all atoms. Codes with more are computed on a working set
/// (dense_path.hpp), which is faster once the Gram matrix of all atoms no longer fits the caches
/// near the core.
inline constexpr Size path_capacity(Size k) {
  constexpr Size kNear = 128;
  constexpr Size kFar = 64;
  constexpr Size kAtomsNear = 512;
  return k < kNear ? k : (k > kAtomsNear ? kFar : kNear);
}
/// Memory of a path over k atoms with at most `capacity` of them active.
inline constexpr Size active_memory(Size k, Size capacity) {
  return k + capacity * (capacity + 4);
}
inline constexpr Size path_memory(Size k, Size capacity) {
  return 2 * k + active_memory(k, capacity);
}
inline constexpr Size path_memory(Size k) {
  return path_memory(k, path_capacity(k));
}
/// The most classes for Newton steps, whose memory grows with their square and whose time with
/// their cube.
inline constexpr Size kNewtonClasses = 64;
inline constexpr Size newton_width(Size p) {
  return padded(p + 1);
}
/// With more classes the Newton steps serve the lasso only, which is treated as a problem with one
/// class.
inline constexpr Size newton_memory(Size k, Size p) {
  const Size width = newton_width(p > kNewtonClasses ? 1 : p);
  return k * (width + 3) + width * (3 * width + 4);
}
/// Memory of a class term. The lasso is sometimes treated as a problem with one class.
inline constexpr Size term_memory(Size p) {
  return kTermVectors * padded(p < 1 ? 1 : p);
}
inline constexpr Size workspace_size(Size k, Size p) {
  return kWorkVectors * k + term_memory(p) + 2 * path_memory(k) + newton_memory(k, p);
}

}  // namespace supdict::coding
