// SPDX-License-Identifier: BSD-3-Clause
#include "coding/atoms.hpp"

#include <new>

#include "coding/norms.hpp"

namespace supdict::coding {

template <class T>
Atoms<T>::Atoms(View D) : D_(D), atom_size_(largest_norm<T>(D)) {}

template <class T>
std::unique_ptr<const Atoms<T>> Atoms<T>::borrowed(ConstMatrixRef<T> D) {
  const View view(D.data(), D.rows(), D.cols(), Eigen::OuterStride<>(D.outerStride()));
  return std::unique_ptr<const Atoms>(new Atoms(view));
}

template <class T>
Atoms<T>::Atoms(Matrix<T> D) : Atoms(View(nullptr, 0, 0, Eigen::OuterStride<>(0))) {
  model_.D = std::move(D);
  own();
}

template <class T>
Atoms<T>::Atoms(const SupervisedDictionary<T>& model)
    : Atoms(View(nullptr, 0, 0, Eigen::OuterStride<>(0))) {
  model_ = model;
  own();
  bias_size_ = static_cast<double>(model.b.cwiseAbs().maxCoeff());
  theta_size_ =
      bilinear() ? largest_norm<T>(model.W) : static_cast<double>(model.W.cwiseAbs().maxCoeff());
}

template <class T>
void Atoms<T>::own() {
  const Matrix<T>& D = model_.D;
  // Eigen's way to let a Map point elsewhere.
  new (&D_) View(D.data(), D.rows(), D.cols(), Eigen::OuterStride<>(D.rows()));
  atom_size_ = largest_norm<T>(D);
}

template <class T>
Packed<T> Atoms<T>::packed(bool norms, const StopCheck& stop) const {
  return p() > 0 ? Packed<T>(model_, norms, stop) : Packed<T>(D_, norms, {}, stop);
}

template class Atoms<float>;
template class Atoms<double>;

}  // namespace supdict::coding
