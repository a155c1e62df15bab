// SPDX-License-Identifier: BSD-3-Clause
#include "signals/signal_set.hpp"

#include <algorithm>

#include "supdict/error.hpp"

namespace supdict::signals {

template <class T>
void shift_image(const T* x, Index n, int height, int width, Shift shift, bool unit_norm, T* out) {
  const Index n_pixels = static_cast<Index>(height) * width;
  std::fill_n(out, n_pixels, T(0));
  std::copy(x + n_pixels, x + n, out + n_pixels);
  const int first_col = std::max(0, shift.cols);
  const int count = width - std::abs(shift.cols);
  for (int row = std::max(0, shift.rows); row < std::min(height, height + shift.rows); ++row) {
    const T* source = x + static_cast<Index>(row - shift.rows) * width + first_col - shift.cols;
    if (count > 0) std::copy_n(source, count, out + static_cast<Index>(row) * width + first_col);
  }
  if (!unit_norm) return;
  Eigen::Map<Vector<T>> moved(out, n);
  const T norm = moved.norm();
  if (norm > T(0)) moved /= norm;
}

template <class T>
SignalSet<T>::SignalSet(ConstMatrixRef<T> X, std::vector<Index> columns,
                        const Preprocessing& preprocessing, int max_shift)
    : X_(X.data(), X.rows(), X.cols(), Eigen::OuterStride<>(X.outerStride())),
      columns_(std::move(columns)),
      height_(preprocessing.image_height),
      width_(preprocessing.image_width),
      unit_norm_(preprocessing.unit_norm),
      max_shift_(max_shift) {
  if (max_shift_ > 0 && !preprocessing.is_image()) {
    throw Error(ErrorCode::kInvalidOption,
                "augment_shift is " + std::to_string(max_shift_) +
                    " but the signals have no image shape; set image_height and image_width");
  }
}

template <class T>
void SignalSet<T>::gather(std::span<const Index> members, Matrix<T>& out) const {
  out.resize(n_features(), std::ssize(members));
  for (Index j = 0; j < out.cols(); ++j) {
    out.col(j) = signal(members[static_cast<std::size_t>(j)]);
  }
}

template <class T>
void SignalSet<T>::gather_range(Index first, Index count, Matrix<T>& out) const {
  out.resize(n_features(), count);
  for (Index j = 0; j < count; ++j) out.col(j) = signal(first + j);
}

template <class T>
void SignalSet<T>::gather_augmented(std::span<const Index> members, core::Rng& rng,
                                    Matrix<T>& out) const {
  gather(members, out);
  if (max_shift_ == 0) return;
  Vector<T> moved(n_features());
  for (Index j = 0; j < out.cols(); ++j) {
    const Shift shift{static_cast<int>(rng.below(2 * max_shift_ + 1)) - max_shift_,
                      static_cast<int>(rng.below(2 * max_shift_ + 1)) - max_shift_};
    shift_image(out.col(j).data(), n_features(), height_, width_, shift, unit_norm_, moved.data());
    out.col(j) = moved;
  }
}

template void shift_image<float>(const float*, Index, int, int, Shift, bool, float*);
template void shift_image<double>(const double*, Index, int, int, Shift, bool, double*);
template class SignalSet<float>;
template class SignalSet<double>;

}  // namespace supdict::signals
