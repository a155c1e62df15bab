// SPDX-License-Identifier: BSD-3-Clause
// Conversion between numpy arrays and matrices of the library. A C-ordered array of shape (samples,
// features) and a column-major matrix of features x samples are the same bytes, so nothing is
// copied.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <supdict/types.hpp>
#include <utility>
#include <vector>

namespace supdict::python {

namespace py = pybind11;

/// An argument of this type is used without conversion (with py::arg().noconvert()) or refused.
template <class T>
using Array = py::array_t<T, py::array::c_style>;

/// A view of (samples, features) as features x samples. The array must outlive it.
template <class T>
Eigen::Map<const Matrix<T>> view(const Array<T>& array) {
  if (array.ndim() != 2) {
    throw py::value_error("expected an array of 2 dimensions, got " + std::to_string(array.ndim()));
  }
  return {array.data(), array.shape(1), array.shape(0)};
}

/// The entries of the matrix in column order, as an array of the given shape. The array owns the
/// matrix.
template <class T>
py::array_t<T> to_array(Matrix<T>&& matrix, const std::vector<py::ssize_t>& shape) {
  auto owned = std::make_unique<Matrix<T>>(std::move(matrix));
  const T* data = owned->data();
  const py::capsule owner(owned.release(),
                          [](void* kept) { delete static_cast<Matrix<T>*>(kept); });
  return py::array_t<T>(shape, data, owner);
}

/// An array that owns the numbers.
template <class T>
py::array_t<T> to_array(std::vector<T>&& values) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = owned->data();
  const auto size = static_cast<py::ssize_t>(owned->size());
  const py::capsule owner(owned.release(),
                          [](void* kept) { delete static_cast<std::vector<T>*>(kept); });
  return py::array_t<T>(size, data, owner);
}

/// features x samples as (samples, features).
template <class T>
py::array_t<T> to_array(Matrix<T>&& matrix) {
  const std::vector<py::ssize_t> shape = {matrix.cols(), matrix.rows()};
  return to_array(std::move(matrix), shape);
}

template <class T>
py::array_t<T> copy_of(const Matrix<T>& matrix) {
  return to_array(Matrix<T>(matrix));
}

template <class T>
py::array_t<T> copy_of(const Vector<T>& vector) {
  return py::array_t<T>(vector.size(), vector.data());
}

template <class T>
py::array_t<T> copy_of(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

inline py::array_t<bool> copy_of(const std::vector<bool>& values) {
  py::array_t<bool> array(static_cast<py::ssize_t>(values.size()));
  bool* data = array.mutable_data();
  for (const bool value : values) *data++ = value;
  return array;
}

}  // namespace supdict::python
