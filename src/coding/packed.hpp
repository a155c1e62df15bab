// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and its decision functions laid out for the kernels: atoms padded to kPad,
// transposed so that D'x and W'x are streams of vector loads, Gram matrix shared by all signals.
#pragma once

#include "coding/problem.hpp"
#include "simd/level.hpp"
#include "supdict/decision.hpp"

namespace supdict::coding {

template <class T>
class Packed {
 public:
  /// Dictionary alone. `norms`: also compute ||D'D||_2 (solvers that step by 1/L).
  Packed(ConstMatrixRef<T> D, bool norms);
  Packed(const SupervisedDictionary<T>& model, bool norms);

  Size n_features() const { return Dt_.cols(); }
  Size n_atoms() const { return n_atoms_; }
  Size k() const { return Dt_.rows(); }  ///< padded
  int n_classes() const { return static_cast<int>(b_.size()); }

  /// Q (k x m) = D'X.
  void correlate(const T* X, Size ldx, Size m, T* Q) const;

  /// Entries of the buffer that class_rows needs per signal: 0 for a linear model.
  Size class_rows_size() const { return bilinear() ? k() * n_classes() : 0; }
  /// Per-signal rows a_l of bilinear models, k x p for each of m signals.
  void class_rows(const T* X, Size ldx, Size m, T* A) const;

  /// The problem of one signal. `A` is that signal's block from class_rows (linear: ignored).
  Problem<T> lasso_problem(const T* q, double xx, double kappa) const;
  Problem<T> supervised_problem(const T* q, double xx, const T* A, double lambda0,
                                double lambda1) const;

 private:
  bool bilinear() const { return Wt_.size() > 0; }

  Size n_atoms_;
  Matrix<T> Dt_;  ///< k x n
  Matrix<T> G_;   ///< k x k
  Matrix<T> A_;   ///< linear: k x p
  Matrix<T> Wt_;  ///< bilinear: (k p) x n
  Vector<T> b_;
  bool norms_;
  double gram_norm_ = 0;
  double class_norm_ = 0;
};

}  // namespace supdict::coding
