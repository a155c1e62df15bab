// SPDX-License-Identifier: BSD-3-Clause
// The dense algebra of the library: few verbs over raw column-major blocks, compiled per
// instruction set. Everything else (Gram matrices, W'X, gradients) is made of them.
#pragma once

#include <cstddef>

namespace supdict::simd {

using Size = std::ptrdiff_t;

template <class T>
struct Kernels {
  /// Q (k x m) = Dt X, where Dt (k x n) is the dictionary transposed and k a multiple of 16. Zero
  /// entries of X cost nothing when they are many. The bits of a column of Q depend on that column
  /// of X only.
  void (*correlate)(Size n, Size k, Size m, const T* Dt, const T* X, Size ldx, T* Q, Size ldq);

  /// out (n) += sum_j weight[j * stride] X_j, in order of j; zero weights cost nothing.
  void (*combine)(Size n, Size m, const T* X, Size ldx, const T* weight, Size stride, T* out);

  /// ||x||^2, summed in double.
  double (*sum_of_squares)(Size n, const T* x);

  /// out (n) = exp(x), n a multiple of 16; error and range as in exponential.hpp.
  void (*exponentials)(Size n, const T* x, T* out);
};

}  // namespace supdict::simd
