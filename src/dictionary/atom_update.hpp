// SPDX-License-Identifier: BSD-3-Clause
// Sums of codes, and the block coordinate update of atoms from them.
//   minimise over D   sum_j ||x_j - D alpha_j||^2 = tr(D'D A) - 2 tr(D'B) + const,  ||d_i|| <= 1
//                     or what the rules ask for
//   given     A = sum alpha alpha' (k x k), B = sum x alpha' (n x k), D (warm start kept)
//   step      d_i <- project(d_i + (B_i - D A_i) / A_ii), atoms in order
//   source    Mairal, Bach, Ponce, Sapiro 2009, algorithm 2
#pragma once

#include "core/thread_pool.hpp"
#include "dictionary/project_atom.hpp"
#include "simd/columns.hpp"

namespace supdict::dictionary {

/// A += Alpha Alpha', B += X Alpha'.
template <class T>
void add_sums(ConstMatrixRef<T> X, ConstMatrixRef<T> Alpha, core::ThreadPool& pool, Matrix<T>& A,
              Matrix<T>& B) {
  pool.parallel_for(A.cols(), [&](Index i) {
    simd::add_weighted_columns<T>(Alpha, Alpha.data() + i, Alpha.outerStride(), &A(0, i));
    simd::add_weighted_columns<T>(X, Alpha.data() + i, Alpha.outerStride(), &B(0, i));
  });
}

/// An atom with less than this share of the energy of all codes is dead.
inline constexpr double kDeadShare = 1e-6;

/// One round over the atoms that are not fixed. Dead atoms are left unchanged.
template <class T>
void update_atoms(const Matrix<T>& A, const Matrix<T>& B, const AtomRules& rules, Matrix<T>& D) {
  const T dead = static_cast<T>(kDeadShare) * A.diagonal().sum();
  Vector<T> step(D.rows());
  Vector<T> weight(A.rows());
  for (Index i = rules.fixed; i < D.cols(); ++i) {
    if (!(A(i, i) > dead)) continue;
    weight = -A.col(i);
    step = B.col(i);
    simd::add_weighted_columns<T>(D, weight.data(), 1, step.data());
    D.col(i) += step / A(i, i);
    project_atom<T>(D.col(i), rules, [](const auto& d) { return d.norm(); });
  }
}

}  // namespace supdict::dictionary
