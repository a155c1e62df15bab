// SPDX-License-Identifier: BSD-3-Clause
// Products of signals with all columns of a plan, in double and rounded once: the precision that
// certificates need (a rounded sum acts on the gap to first order, docs/gpu.md).
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace supdict::cuda {

/// Signals in device memory, one after the other. Bytes stand for the signal divided by its norm.
struct Signals {
  const float* floats = nullptr;
  const std::uint8_t* bytes = nullptr;  ///< used if there are no floats
  std::size_t stride = 0;               ///< from one to the next
  int n = 0;
  int m = 0;
};

/// xx (m) = ||x||^2, and scale (m) by which products are to be multiplied. Raises *not_finite if a
/// norm is no number.
void measure(const Signals& signals, double* xx, double* scale, int* not_finite,
             cudaStream_t stream);

/// q (m x columns) = products with rows (n x columns) times scale.
void multiply(const Signals& signals, const double* rows, int columns, const double* scale,
              float* q, cudaStream_t stream);

}  // namespace supdict::cuda
