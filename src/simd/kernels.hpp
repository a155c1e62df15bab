// SPDX-License-Identifier: BSD-3-Clause
// The dense algebra of the library: few verbs over raw column-major blocks, compiled per
// instruction set. Everything else (Gram matrices, W'X, gradients) is made of them.
#pragma once

#include <cstddef>

namespace supdict::simd {

using Size = std::ptrdiff_t;

/// `correlate` sums this many products at a time, then adds the sums: few enough that the entries
/// of 64 atoms stay in L1 and that the rounding error of a sum (correlate_roundings) stays small.
inline constexpr Size kCorrelateStretch = 96;

/// An entry of `correlate` differs from the exact sum of n products by at most this many roundings
/// of the sum of their sizes: one per product, per addition within and among the stretches.
inline constexpr Size correlate_roundings(Size n) {
  const Size stretch = n < kCorrelateStretch ? n : kCorrelateStretch;
  return 1 + stretch + (n + kCorrelateStretch - 1) / kCorrelateStretch;
}

template <class T>
struct Kernels {
  /// Q (k x m) = Dt X, where Dt (k x n) is the transposed dictionary and k a multiple of 16. Zero
  /// entries of X cost nothing when there are many. A column of Q depends, to the bit, on that
  /// column of X only.
  void (*correlate)(Size n, Size k, Size m, const T* Dt, const T* X, Size ldx, T* Q, Size ldq);

  /// Rows and columns from `first` to `last` of G (k x k) = Dt Dt', up to the diagonal, summed in
  /// double and rounded once; all three are multiples of 16. From 0 to k in order, they make all of
  /// G, with the same bits whatever the steps.
  void (*gram)(Size n, Size k, Size first, Size last, const T* Dt, T* G);

  /// out[i] = rows[i]'x for `count` vectors of n entries, summed in double. An entry depends, to
  /// the bit, on its two vectors only.
  void (*products)(Size n, Size count, const T* const* rows, const double* x, double* out);

  /// out (n) += sum_j weight[j * stride] X_j, in order of j; zero weights cost nothing.
  void (*combine)(Size n, Size m, const T* X, Size ldx, const T* weight, Size stride, T* out);

  /// ||x||^2, summed in double.
  double (*sum_of_squares)(Size n, const T* x);

  /// out (n) = exp(x), n a multiple of 16; error and range as in exponential.hpp.
  void (*exponentials)(Size n, const T* x, T* out);
};

}  // namespace supdict::simd
