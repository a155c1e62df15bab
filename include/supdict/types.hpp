// SPDX-License-Identifier: BSD-3-Clause
// The shapes every header of supdict speaks in.
//
// Memory layout, once for the whole library: one signal per column, column-major. A C-ordered
// numpy array of shape (n_samples, n_features) is the same bytes and is never copied.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace supdict {

using Index = Eigen::Index;

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

/// Read-only matrix argument: any column-major block with unit inner stride, without a copy.
/// Non-deduced, so that the scalar type is fixed by the other arguments of a call.
template <class T>
using ConstMatrixRef = std::type_identity_t<Eigen::Ref<const Matrix<T>, 0, Eigen::OuterStride<>>>;

/// Writable matrix argument under the same rules.
template <class T>
using MatrixRef = std::type_identity_t<Eigen::Ref<Matrix<T>, 0, Eigen::OuterStride<>>>;

}  // namespace supdict
