// SPDX-License-Identifier: BSD-3-Clause
// Weighted sums of columns: all gradients and running sums are made of them.
#pragma once

#include <algorithm>

#include "simd/level.hpp"
#include "supdict/types.hpp"

namespace supdict::simd {

/// out += sum_j weight[j stride] X_j, in order of j. Long sums are split into stretches to limit
/// rounding errors in float.
template <class T>
void add_weighted_columns(ConstMatrixRef<T> X, const T* weight, Index stride, T* out) {
  constexpr Index kStretch = 512;
  const auto combine = kernels<T>().combine;
  if (X.cols() <= kStretch) {
    combine(X.rows(), X.cols(), X.data(), X.outerStride(), weight, stride, out);
    return;
  }
  Vector<T> partial(X.rows());
  for (Index first = 0; first < X.cols(); first += kStretch) {
    partial.setZero();
    combine(X.rows(), std::min(kStretch, X.cols() - first), X.col(first).data(), X.outerStride(),
            weight + first * stride, stride, partial.data());
    Eigen::Map<Vector<T>>(out, X.rows()) += partial;
  }
}

}  // namespace supdict::simd
