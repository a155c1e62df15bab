// SPDX-License-Identifier: BSD-3-Clause
// Arrays of C as matrices of the library, and back.
#pragma once

#include <algorithm>
#include <cstdint>

#include "supdict/supdict.h"
#include "supdict/types.hpp"

namespace supdict::c_api {

/// Throws Error unless `matrix` can be read: not NULL, sizes that fit memory, numbers in place.
void check_matrix(const SupdictMatrix* matrix, const char* what);

/// A view of a checked matrix of `From`.
template <class From>
auto view(const SupdictMatrix& matrix) {
  using Stride = Eigen::OuterStride<>;
  const Index stride = matrix.stride == 0 ? matrix.rows : matrix.stride;
  return Eigen::Map<const Matrix<From>, 0, Stride>(static_cast<const From*>(matrix.values),
                                                   matrix.rows, matrix.cols, Stride(stride));
}

/// Calls body(X) with a ConstMatrixRef<T> of the matrix; numbers of the other type are converted.
template <class T, class Body>
void with_matrix(const SupdictMatrix* matrix, const char* what, const Body& body) {
  check_matrix(matrix, what);
  using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
  if (matrix->scalar == static_cast<int>(sizeof(T))) {
    body(view<T>(*matrix));
  } else {
    const Matrix<T> converted = view<Other>(*matrix).template cast<T>();
    body(converted);
  }
}

/// Copies a result into an array that the caller may not want.
template <class Derived, class To>
void copy_to(const Eigen::MatrixBase<Derived>& result, To* out) {
  if (out == nullptr) return;
  Eigen::Map<Matrix<To>>(out, result.rows(), result.cols()) = result.template cast<To>();
}

template <class Entry, class To>
void copy_to(const std::vector<Entry>& result, To* out) {
  if (out != nullptr) std::copy(result.begin(), result.end(), out);
}

}  // namespace supdict::c_api
