// SPDX-License-Identifier: BSD-3-Clause
#include "coding/packed.hpp"

#include <Eigen/Eigenvalues>

namespace supdict::coding {
namespace {

/// Largest eigenvalue of a positive semi-definite matrix, a hair above rather than below.
double spectral_norm(const Matrix<double>& S) {
  constexpr double kRoundingMargin = 1 + 1e-9;
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(S, Eigen::EigenvaluesOnly);
  return kRoundingMargin * std::max(0.0, eigen.eigenvalues().maxCoeff());
}

/// ||A - mean row||_2^2 for A stored k x p (column l is a_l).
template <class T>
double class_norm(const Eigen::Ref<const Matrix<T>>& A) {
  const Matrix<double> centred = (A.colwise() - A.rowwise().mean()).template cast<double>();
  return spectral_norm(centred.transpose() * centred);
}

}  // namespace

template <class T>
Packed<T>::Packed(ConstMatrixRef<T> D, bool norms) : n_atoms_(D.cols()), norms_(norms) {
  Dt_.setZero(padded(D.cols()), D.rows());
  Dt_.topRows(D.cols()) = D.transpose();
  G_.setZero(k(), k());
  correlate(D.data(), D.outerStride(), D.cols(), G_.data());
  if (norms_) {
    gram_norm_ = spectral_norm(G_.topLeftCorner(n_atoms_, n_atoms_).template cast<double>());
  }
}

template <class T>
Packed<T>::Packed(const SupervisedDictionary<T>& model, bool norms) : Packed(model.D, norms) {
  b_ = model.b;
  const Index p = model.n_classes();
  if (model.decision == Decision::kLinear) {
    A_.setZero(k(), p);
    A_.topRows(n_atoms_) = model.W;
    if (norms_) class_norm_ = class_norm<T>(A_);
    return;
  }
  Wt_.setZero(k() * p, n_features());
  for (Index l = 0; l < p; ++l) {
    Wt_.middleRows(l * k(), n_atoms_) = model.W.middleCols(l * n_atoms_, n_atoms_).transpose();
  }
}

template <class T>
void Packed<T>::correlate(const T* X, Size ldx, Size m, T* Q) const {
  simd::kernels<T>().correlate(n_features(), k(), m, Dt_.data(), X, ldx, Q, k());
}

template <class T>
void Packed<T>::class_rows(const T* X, Size ldx, Size m, T* A) const {
  if (!bilinear()) return;
  simd::kernels<T>().correlate(n_features(), Wt_.rows(), m, Wt_.data(), X, ldx, A, Wt_.rows());
}

template <class T>
Problem<T> Packed<T>::lasso_problem(const T* q, double xx, double kappa) const {
  Problem<T> problem;
  problem.k = k();
  problem.G = G_.data();
  problem.q = q;
  problem.xx = xx;
  problem.lambda0 = 1;
  problem.lambda1 = static_cast<T>(kappa);
  problem.gram_norm = gram_norm_;
  return problem;
}

template <class T>
Problem<T> Packed<T>::supervised_problem(const T* q, double xx, const T* A, double lambda0,
                                         double lambda1) const {
  Problem<T> problem = lasso_problem(q, xx, lambda1);
  problem.lambda0 = static_cast<T>(lambda0);
  problem.p = n_classes();
  problem.A = bilinear() ? A : A_.data();
  problem.b = b_.data();
  problem.class_norm = class_norm_;
  if (norms_ && bilinear()) {
    problem.class_norm = class_norm<T>(Eigen::Map<const Matrix<T>>(A, k(), n_classes()));
  }
  return problem;
}

template class Packed<float>;
template class Packed<double>;

}  // namespace supdict::coding
