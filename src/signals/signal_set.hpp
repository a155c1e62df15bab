// SPDX-License-Identifier: BSD-3-Clause
// Training signals as the trainers see them: chosen columns of one preprocessed matrix that all
// sub-problems share, each optionally drawn anew (shifted by whole pixels, or augmented) when it is
// fetched. Nothing is copied but the batch.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "signals/augmenter.hpp"
#include "supdict/preprocessing.hpp"

namespace supdict::signals {

struct Shift {
  int rows = 0;
  int cols = 0;
};

/// `out` = the image `x` moved by `shift`, background 0; then unit length again if asked. A signal
/// may carry one appended entry after the pixels, which is kept.
template <class T>
void shift_image(const T* x, Index n, int height, int width, Shift shift, bool unit_norm, T* out);

template <class T>
class SignalSet {
 public:
  /// `X` must outlive the set. `max_shift` > 0 needs image sizes in `preprocessing`, and
  /// `augmentation` must suit them (check_augmentation). At most one of both is asked for.
  SignalSet(ConstMatrixRef<T> X, std::vector<Index> columns, const Preprocessing& preprocessing,
            int max_shift, const Augmentation& augmentation = {});

  Index size() const { return std::ssize(columns_); }
  Index n_features() const { return X_.rows(); }
  int max_shift() const { return max_shift_; }
  int height() const { return height_; }
  int width() const { return width_; }
  bool unit_norm() const { return unit_norm_; }

  /// The matrix that all sets of a run share, and the columns of this one.
  ConstMatrixRef<T> matrix() const { return X_; }
  std::span<const Index> columns() const { return columns_; }

  /// One signal as it is, in place.
  auto signal(Index member) const { return X_.col(columns_[member]); }

  /// Signals `members` (positions in 0 .. size()-1) as they are.
  void gather(std::span<const Index> members, Matrix<T>& out) const;
  /// Signals first .. first + count - 1 as they are.
  void gather_range(Index first, Index count, Matrix<T>& out) const;
  /// Chosen signals, each drawn anew with `rng` if the set asks for it.
  void gather_augmented(std::span<const Index> members, core::Rng& rng, const Context& context,
                        Matrix<T>& out) const;

 private:
  void shift(core::Rng& rng, Matrix<T>& X) const;
  void augment(std::uint64_t stream, const Context& context, Matrix<T>& X) const;
  void mend(T* x) const;

  Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>> X_;
  std::vector<Index> columns_;
  Index n_values_;
  int height_;
  int width_;
  bool remove_mean_;
  bool unit_norm_;
  int max_shift_;
  std::optional<Augmenter<T>> augmenter_;  ///< of which every thread takes a copy
};

}  // namespace supdict::signals
