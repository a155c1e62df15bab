// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and its decision functions laid out for the kernels: atoms padded to kPad,
// transposed so that D'x and W'x are streams of vector loads, Gram matrix shared by all signals.
//
// Weights w of the atoms and a ridge are a change of variables [equations.md E14]: with beta_j =
// w_j alpha_j, atoms d_j / w_j, rows A_lj / w_j and the Gram matrix G + ridge diag(1 / w_j^2) the
// penalty is lambda1 ||beta||_1, so that every solver serves them. Solvers see beta.
#pragma once

#include "coding/lines.hpp"
#include "coding/problem.hpp"
#include "simd/level.hpp"
#include "supdict/decision.hpp"

namespace supdict::coding {

template <class T>
class Packed {
 public:
  /// The dictionary alone. `norms`: also compute ||D'D||_2, for solvers with step length 1/L.
  /// `stop` is asked while the Gram matrix is computed.
  Packed(ConstMatrixRef<T> D, bool norms, const CodePenalty& penalty = {},
         const StopCheck& stop = {});
  Packed(const SupervisedDictionary<T>& model, bool norms, const StopCheck& stop = {});

  Size n_features() const { return n_features_; }
  Size n_atoms() const { return n_atoms_; }
  Size k() const { return padded(n_atoms_); }
  int n_classes() const { return static_cast<int>(b_.size()); }
  std::size_t memory_bytes() const {
    return sizeof(T) *
           static_cast<std::size_t>(k() * (n_features_ + k()) + A_.size() + Wt_.size() + b_.size());
  }

  const CodePenalty& penalty() const { return penalty_; }
  /// A code alpha (n_atoms entries) to beta, and back. The same memory may be both.
  void to_solver(const T* alpha, T* beta) const;
  void from_solver(const T* beta, T* alpha) const;

  /// Q (k x m) = D'X.
  void correlate(const T* X, Size ldx, Size m, T* Q) const;

  /// Entries of the buffer that class_rows needs per signal: 0 for a linear model.
  Size class_rows_size() const { return bilinear() ? k() * n_classes() : 0; }
  /// Per-signal rows a_l of bilinear models, k x p for each of m signals.
  void class_rows(const T* X, Size ldx, Size m, T* A) const;

  // What a device is given.
  bool bilinear() const { return Wt_.size() > 0; }
  const T* transposed_atoms() const { return Dt_.get(); }   ///< k x n
  const T* gram() const { return G_.get(); }                ///< k x k
  const Matrix<T>& class_columns() const { return A_; }     ///< linear: k x p
  const Matrix<T>& transposed_maps() const { return Wt_; }  ///< bilinear: (k p) x n
  const Vector<T>& b() const { return b_; }
  double atom_size() const { return atom_size_; }
  double theta_size() const { return theta_size_; }
  double bias_size() const { return bias_size_; }

  /// The problem of one signal. `A` is that signal's block from class_rows (linear: ignored).
  Problem<T> lasso_problem(const T* q, double xx, double kappa) const;
  Problem<T> supervised_problem(const T* q, double xx, const T* A, double lambda0,
                                double lambda1) const;

 private:
  Rounding rounding(double xx) const;
  double weight(Size atom) const { return penalty_.weights.empty() ? 1 : penalty_.weights[atom]; }
  /// Divides row i by the weight of atom i, for n_atoms rows.
  void divide_rows(Eigen::Ref<Matrix<T>> rows) const;
  void compute_gram(const StopCheck& stop);
  void add_ridge();

  Size n_atoms_;
  Size n_features_;
  Lines<T> Dt_;   ///< k x n
  Lines<T> G_;    ///< k x k
  Matrix<T> A_;   ///< linear: k x p
  Matrix<T> Wt_;  ///< bilinear: (k p) x n
  Vector<T> b_;
  CodePenalty penalty_;
  bool norms_;
  double gram_norm_ = 0;
  double class_norm_ = 0;
  double atom_size_ = 0;   ///< largest norm of an atom
  double ridge_size_ = 0;  ///< largest entry that the ridge adds to G
  double theta_size_ = 0;  ///< linear: largest |W_il|; bilinear: largest norm of a column of W_l
  double bias_size_ = 0;   ///< largest |b_l|
};

}  // namespace supdict::coding
