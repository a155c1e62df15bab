// SPDX-License-Identifier: BSD-3-Clause
// The working set of one signal: some atoms and the coding problem they define, in double. It grows
// by atoms; every product of two atoms is computed once.
#pragma once

#include <vector>

#include "coding/atoms.hpp"
#include "coding/lines.hpp"

namespace supdict::coding {

template <class T>
class GrowingSet {
 public:
  /// For the signal x (n entries), of squared norm xx.
  GrowingSet(const Atoms<T>& atoms, const T* x, double xx, double lambda0, double lambda1);

  void add(Size atom);

  Size size() const { return std::ssize(chosen_); }
  Size atom(Size i) const { return chosen_[i]; }
  /// d_i'd_j with all atoms j of the set, and d_i'x.
  const double* gram_column(Size i) const { return memory_.get() + i * room_; }
  double correlation(Size i) const { return memory_.get()[room_ * room_ + i]; }
  /// k: whether an atom is in the set.
  const std::vector<bool>& taken() const { return taken_; }

  /// The problem over the set, padded; label and posterior are left to the caller. Invalid after
  /// add().
  Problem<double> problem();
  /// ||D'D||_2 and, for models, ||A - mean row||_2^2 over the set.
  void add_norms(Problem<double>& problem) const;

  /// r = x - D alpha for a code over the set.
  void residual(const double* alpha, double* r) const;
  /// out[i] = d_i'r over the set.
  void products(const double* r, double* out) const;
  /// d_j'r of any atom.
  double product(Size atom, const double* r) const;
  /// A_jl of any atom.
  double class_entry(Size atom, int l) const;

  const std::vector<double>& x() const { return x_; }
  double xx() const { return xx_; }

 private:
  void make_room();

  const Atoms<T>& atoms_;
  std::vector<double> x_;
  double xx_;
  double lambda0_;
  double lambda1_;
  std::vector<Size> chosen_;
  std::vector<const T*> columns_;  ///< the chosen atoms
  std::vector<bool> taken_;
  Size room_ = 0;         ///< entries of a column of gram_
  Lines<double> memory_;  ///< room x (room + 1 + p): Gram matrix, D'x, A
  std::vector<double> b_;
};

}  // namespace supdict::coding
