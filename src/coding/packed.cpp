// SPDX-License-Identifier: BSD-3-Clause
#include "coding/packed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "coding/norms.hpp"

namespace supdict::coding {
template <class T>
Packed<T>::Packed(ConstMatrixRef<T> D, bool norms, const CodePenalty& penalty,
                  const StopCheck& stop)
    : n_atoms_(D.cols()),
      n_features_(D.rows()),
      Dt_(make_lines<T>(k() * n_features_)),
      G_(make_lines<T>(k() * k())),
      penalty_(penalty),
      norms_(norms) {
  Eigen::Map<Matrix<T>> Dt(Dt_.get(), k(), n_features_);
  Dt.topRows(n_atoms_) = D.transpose();
  Dt.bottomRows(k() - n_atoms_).setZero();
  divide_rows(Dt.topRows(n_atoms_));
  compute_gram(stop);
  add_ridge();
  atom_size_ = penalty_.weights.empty() ? largest_norm<T>(D)
                                        : largest_norm<T>(Dt.topRows(n_atoms_).transpose());
  if (norms_) {
    const Eigen::Map<const Matrix<T>> G(G_.get(), k(), k());
    gram_norm_ = spectral_norm(G.topLeftCorner(n_atoms_, n_atoms_).template cast<double>());
  }
}

template <class T>
void Packed<T>::divide_rows(Eigen::Ref<Matrix<T>> rows) const {
  if (penalty_.weights.empty()) return;
  for (Size i = 0; i < n_atoms_; ++i) {
    rows.row(i) = (rows.row(i).template cast<double>() / weight(i)).template cast<T>();
  }
}

template <class T>
void Packed<T>::compute_gram(const StopCheck& stop) {
  for (Size first = 0; first < k(); first += kPad) {
    stop();
    simd::kernels<T>().gram(n_features_, k(), first, first + kPad, Dt_.get(), G_.get());
  }
}

template <class T>
void Packed<T>::add_ridge() {
  if (penalty_.ridge == 0) return;
  for (Size i = 0; i < n_atoms_; ++i) {
    const double added = penalty_.ridge / (weight(i) * weight(i));
    T& diagonal = G_.get()[i * k() + i];
    diagonal = static_cast<T>(static_cast<double>(diagonal) + added);
    ridge_size_ = std::max(ridge_size_, added);
  }
}

template <class T>
void Packed<T>::to_solver(const T* alpha, T* beta) const {
  if (penalty_.is_plain()) {
    std::copy_n(alpha, n_atoms_, beta);
    return;
  }
  for (Size i = 0; i < n_atoms_; ++i) {
    const T kept = penalty_.nonnegative ? std::max(alpha[i], T(0)) : alpha[i];
    beta[i] = static_cast<T>(static_cast<double>(kept) * weight(i));
  }
}

template <class T>
void Packed<T>::from_solver(const T* beta, T* alpha) const {
  if (penalty_.weights.empty()) {
    std::copy_n(beta, n_atoms_, alpha);
    return;
  }
  for (Size i = 0; i < n_atoms_; ++i) {
    alpha[i] = static_cast<T>(static_cast<double>(beta[i]) / weight(i));
  }
}

template <class T>
Packed<T>::Packed(const SupervisedDictionary<T>& model, bool norms, const StopCheck& stop)
    : Packed(model.D, norms, model.penalty, stop) {
  b_ = model.b;
  bias_size_ = static_cast<double>(b_.cwiseAbs().maxCoeff());
  const Index p = model.n_classes();
  if (model.decision == Decision::kLinear) {
    A_.setZero(k(), p);
    A_.topRows(n_atoms_) = model.W;
    divide_rows(A_.topRows(n_atoms_));
    theta_size_ = static_cast<double>(A_.cwiseAbs().maxCoeff());
    if (norms_) class_norm_ = class_norm<T>(A_);
    return;
  }
  Wt_.setZero(k() * p, n_features());
  for (Index l = 0; l < p; ++l) {
    Wt_.middleRows(l * k(), n_atoms_) = model.W.middleCols(l * n_atoms_, n_atoms_).transpose();
    divide_rows(Wt_.middleRows(l * k(), n_atoms_));
  }
  theta_size_ =
      penalty_.weights.empty() ? largest_norm<T>(model.W) : largest_norm<T>(Wt_.transpose());
}

template <class T>
void Packed<T>::correlate(const T* X, Size ldx, Size m, T* Q) const {
  simd::kernels<T>().correlate(n_features(), k(), m, Dt_.get(), X, ldx, Q, k());
}

template <class T>
void Packed<T>::class_rows(const T* X, Size ldx, Size m, T* A) const {
  if (!bilinear()) return;
  simd::kernels<T>().correlate(n_features(), Wt_.rows(), m, Wt_.data(), X, ldx, A, Wt_.rows());
}

/// Bounds of sums of products by Cauchy-Schwarz: sum_i |d_i x_i| <= ||d|| ||x||.
template <class T>
Rounding Packed<T>::rounding(double xx) const {
  constexpr double kRoundoff = std::numeric_limits<T>::epsilon() / 2;
  constexpr double kRoundoffOfDouble = std::numeric_limits<double>::epsilon() / 2;
  constexpr double kSecondOrder = 1.01;  // of N roundings, as long as N roundings are below 1 %
  const auto n = static_cast<double>(n_features());
  const double x_size = std::sqrt(xx) * (1 + 1e-9);
  const double in_sum =
      kSecondOrder * kRoundoff * static_cast<double>(simd::correlate_roundings(n_features()));
  const double in_double = kSecondOrder * kRoundoffOfDouble * (n + 4);
  const double underflow = n * static_cast<double>(std::numeric_limits<T>::denorm_min());
  // Atoms and rows that were divided by weights were rounded once more.
  const double in_weights = penalty_.weights.empty() ? 0 : kSecondOrder * kRoundoff;
  Rounding rounding;
  rounding.q_size = atom_size_ * x_size;
  rounding.G_size = atom_size_ * atom_size_ + ridge_size_;
  rounding.A_size = bilinear() ? theta_size_ * x_size : theta_size_;
  rounding.b_size = bias_size_;
  rounding.q = (in_sum + in_weights) * rounding.q_size + underflow;
  rounding.G = (kRoundoff + in_double + 2 * in_weights) * rounding.G_size + underflow;
  if (ridge_size_ > 0) rounding.G += 4 * kRoundoff * rounding.G_size;  // t and the sum
  rounding.A = bilinear() ? in_sum * rounding.A_size + underflow : 0;
  rounding.A += in_weights * rounding.A_size;
  rounding.xx = in_double * xx;
  rounding.underflow = underflow;
  return rounding;
}

template <class T>
Problem<T> Packed<T>::lasso_problem(const T* q, double xx, double kappa) const {
  Problem<T> problem;
  problem.k = k();
  problem.G = G_.get();
  problem.q = q;
  problem.xx = xx;
  problem.lambda0 = 1;
  problem.lambda1 = static_cast<T>(kappa);
  problem.exact_lambda1 = kappa;
  problem.rounding = rounding(xx);
  problem.gram_norm = gram_norm_;
  problem.nonnegative = penalty_.nonnegative;
  return problem;
}

template <class T>
Problem<T> Packed<T>::supervised_problem(const T* q, double xx, const T* A, double lambda0,
                                         double lambda1) const {
  Problem<T> problem = lasso_problem(q, xx, lambda1);
  problem.lambda0 = static_cast<T>(lambda0);
  problem.exact_lambda0 = lambda0;
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
