// SPDX-License-Identifier: BSD-3-Clause
// Images sampled between their pixels, compiled per instruction set: training draws every signal of
// every batch this way.
#pragma once

#include <cstddef>

namespace supdict::signals {

/// A row of pixels and where their values come from: pixel c from
///   (row + row_step c + row_moves[c], col + col_step c + col_moves[c])
/// The moves have width entries, rounded up to a multiple of 16.
template <class T>
struct SourceRow {
  const T* image;
  std::ptrdiff_t height;
  std::ptrdiff_t width;
  T row;
  T row_step;
  T col;
  T col_step;
  const T* row_moves;
  const T* col_moves;
};

/// `count` rows of a matrix, `stride` entries apart, and a weight for each.
template <class T>
struct WeightedRows {
  const T* rows;
  std::ptrdiff_t stride;
  const T* weights;
  int count;
};

struct SamplingKernels {
  /// out (width): linear between the four pixels around each source, which is first moved to the
  /// nearest place of the image. A source on a pixel has its value to the bit.
  void (*sample_float)(const SourceRow<float>& source, float* out);
  void (*sample_double)(const SourceRow<double>& source, double* out);

  /// out (n) = the weighted sum of the rows, in their order; n a multiple of 16.
  void (*blend_float)(const WeightedRows<float>& rows, std::ptrdiff_t n, float* out);
  void (*blend_double)(const WeightedRows<double>& rows, std::ptrdiff_t n, double* out);
};

}  // namespace supdict::signals
