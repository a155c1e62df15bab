// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and its decision functions as they were given, for coding without the Gram matrix of
// all atoms (gram_free_block.hpp).
#pragma once

#include <memory>

#include "coding/packed.hpp"
#include "supdict/decision.hpp"

namespace supdict::coding {

template <class T>
class Atoms {
 public:
  Atoms(const Atoms&) = delete;
  Atoms& operator=(const Atoms&) = delete;
  explicit Atoms(Matrix<T> D);
  /// Without a copy: D must stay as it is.
  static std::unique_ptr<const Atoms> borrowed(ConstMatrixRef<T> D);
  explicit Atoms(const SupervisedDictionary<T>& model);

  /// The same, with the Gram matrix of all atoms.
  Packed<T> packed(bool norms, const StopCheck& stop) const;

  Size n() const { return D_.rows(); }
  Size k() const { return D_.cols(); }
  /// Between the first entries of two atoms.
  Size stride() const { return D_.outerStride(); }
  int p() const { return static_cast<int>(model_.b.size()); }
  bool bilinear() const { return p() > 0 && model_.decision == Decision::kBilinear; }

  const T* atom(Size j) const { return D_.data() + j * stride(); }
  /// Linear: the entry of a_l that belongs to atom j.
  T weight(Size j, int l) const { return model_.W(j, l); }
  /// Bilinear: the column of W_l whose product with a signal is that entry.
  const T* map(Size j, int l) const { return model_.W.data() + (l * k() + j) * n(); }
  const Vector<T>& b() const { return model_.b; }

  /// Largest norms: of an atom; of an entry (linear) or a column (bilinear) of W; of an entry of b.
  double atom_size() const { return atom_size_; }
  double theta_size() const { return theta_size_; }
  double bias_size() const { return bias_size_; }
  std::size_t memory_bytes() const {
    return sizeof(T) *
           static_cast<std::size_t>(model_.D.size() + model_.W.size() + model_.b.size());
  }

 private:
  using View = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;
  explicit Atoms(View D);
  void own();

  SupervisedDictionary<T> model_;  ///< W and b are empty for the lasso, D where it is borrowed
  View D_;
  double atom_size_ = 0;
  double theta_size_ = 0;
  double bias_size_ = 0;
};

}  // namespace supdict::coding
