// SPDX-License-Identifier: BSD-3-Clause
// Norms of a dictionary and its decision functions, rounded up.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "supdict/types.hpp"

namespace supdict::coding {

inline constexpr double kNormMargin = 1 + 1e-9;

/// Largest eigenvalue of a positive semi-definite matrix.
inline double spectral_norm(const Matrix<double>& S) {
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(S, Eigen::EigenvaluesOnly);
  return kNormMargin * std::max(0.0, eigen.eigenvalues().maxCoeff());
}

/// Largest norm of a column.
template <class T>
double largest_norm(const Eigen::Ref<const Matrix<T>, 0, Eigen::OuterStride<>>& M) {
  double largest = 0;
  for (Index j = 0; j < M.cols(); ++j) {
    largest = std::max(largest, M.col(j).template cast<double>().norm());
  }
  return kNormMargin * largest;
}

/// ||A - mean row||_2^2 for A stored k x p (column l is a_l).
template <class T>
double class_norm(const Eigen::Ref<const Matrix<T>, 0, Eigen::OuterStride<>>& A) {
  const Matrix<double> centred = (A.colwise() - A.rowwise().mean()).template cast<double>();
  return spectral_norm(centred.transpose() * centred);
}

}  // namespace supdict::coding
