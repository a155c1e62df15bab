// SPDX-License-Identifier: BSD-3-Clause
#include "coding/call.hpp"

#include "core/check.hpp"

namespace supdict::coding {
namespace {

template <class T>
void check_warm(const Matrix<T>* warm, Index n_atoms, Index m, Index h) {
  if (warm == nullptr) return;
  if (warm->cols() != m) core::check_shape("warm", *warm, n_atoms, m * h);
  core::check_shape("warm", *warm, n_atoms, warm->cols());
  core::check_finite("warm", *warm);
}

void check_weights(const Matrix<double>* weights, Index n_atoms, Index m) {
  if (weights == nullptr) return;
  core::check_shape("weights (atoms x signals)", *weights, n_atoms, m);
  for (Index j = 0; j < m; ++j) {
    check_atom_weights({weights->col(j).data(), static_cast<std::size_t>(weights->rows())});
  }
}

}  // namespace

template <class T>
void check_given(const Given<T>& given, Index n_atoms, Index m, Index h) {
  check_warm(given.warm, n_atoms, m, h);
  check_weights(given.weights, n_atoms, m);
}

template <class T>
void throw_not_finite(ConstMatrixRef<T> X) {
  core::check_finite("X", X);
  throw Error(ErrorCode::kInvalidValue,
              "X has entries whose squares are too large for a number; scale the signals");
}

template void check_given<float>(const Given<float>&, Index, Index, Index);
template void check_given<double>(const Given<double>&, Index, Index, Index);
template void throw_not_finite<float>(ConstMatrixRef<float>);
template void throw_not_finite<double>(ConstMatrixRef<double>);

}  // namespace supdict::coding
