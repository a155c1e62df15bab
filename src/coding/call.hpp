// SPDX-License-Identifier: BSD-3-Clause
// One call of a Coder: what is coded, and where the results go.
#pragma once

#include <span>
#include <vector>

#include "coding/block.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {

/// What a call has beside the signals.
template <class T>
struct Given {
  const Matrix<T>* warm = nullptr;
  const Matrix<double>* weights = nullptr;
};

/// Throws unless it fits m signals under h hypotheses over n_atoms atoms.
template <class T>
void check_given(const Given<T>& given, Index n_atoms, Index m, Index h);

/// Names the entry of X that is not finite. If all are finite, their squares overflowed.
template <class T>
[[noreturn]] void throw_not_finite(ConstMatrixRef<T> X);

/// One of the two receives the codes.
template <class T>
struct Target {
  Matrix<T>* dense;
  SparseColumns<T>* sparse;
};

template <class T>
struct Call {
  ConstMatrixRef<T> X;
  const std::vector<int>& hypotheses;
  const Context& context;
  Given<T> given;
  Target<T> target;
  Matrix<T>& posterior;
  std::vector<Outcome>& outcomes;

  Index h() const { return std::ssize(hypotheses); }
  bool supervised() const { return hypotheses.front() >= 0; }
  std::span<const int> classes() const {
    return supervised() ? std::span<const int>(hypotheses) : std::span<const int>();
  }

  /// Of m signals from the first on.
  BlockView<T> block(Index first, Index m) const {
    BlockView<T> block{X.data() + first * X.outerStride(),
                       X.outerStride(),
                       m,
                       nullptr,
                       1,
                       nullptr,
                       posterior.data() + first * h() * posterior.rows(),
                       outcomes.data() + first * h()};
    if (target.dense != nullptr) {
      block.Alpha = target.dense->data() + first * h() * target.dense->rows();
    }
    if (const Matrix<T>* warm = given.warm) {
      block.warm_stride = warm->cols() == X.cols() * h() ? h() : 1;
      block.warm = warm->data() + first * block.warm_stride * warm->rows();
    }
    if (given.weights != nullptr) {
      block.weights = given.weights->data() + first * given.weights->rows();
    }
    return block;
  }
};

}  // namespace supdict::coding
