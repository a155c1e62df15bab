// SPDX-License-Identifier: BSD-3-Clause
#include "signals/signal_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/thread_pool.hpp"
#include "signals/lanes.hpp"
#include "simd/level.hpp"
#include "supdict/error.hpp"

namespace supdict::signals {

namespace {

/// Whether all values of a signal have one scale, so that they may move from feature to feature.
bool scales_alike(const Preprocessing& p) {
  return p.scale.size() == 0 ||
         ((p.scale.array() == p.scale[0]).all() && (p.offset.array() == p.offset[0]).all());
}

}  // namespace

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
  if (unit_norm) make_unit(out, n);
}

template <class T>
SignalSet<T>::SignalSet(ConstMatrixRef<T> X, std::vector<Index> columns,
                        const Preprocessing& preprocessing, int max_shift,
                        const Augmentation& augmentation)
    : X_(X.data(), X.rows(), X.cols(), Eigen::OuterStride<>(X.outerStride())),
      columns_(std::move(columns)),
      n_values_(preprocessing.n_values()),
      height_(preprocessing.height()),
      width_(preprocessing.width()),
      remove_mean_(preprocessing.remove_mean),
      unit_norm_(preprocessing.unit_norm),
      max_shift_(max_shift) {
  if (max_shift_ > 0 && !preprocessing.is_image()) {
    throw Error(ErrorCode::kInvalidOption,
                "augment_shift is " + std::to_string(max_shift_) +
                    " but the signals have no image shape; set image_height and image_width");
  }
  if (!augmentation.any()) return;
  check_augmentation(augmentation, preprocessing.is_image());
  if (!scales_alike(preprocessing)) {
    throw Error(ErrorCode::kInvalidOption,
                "augment is '" + augmentation.text() +
                    "' and features were standardised, each with a scale of its own; expected the "
                    "scaling range or none");
  }
  const bool image = preprocessing.is_image();
  augmenter_.emplace(augmentation, image ? height_ : 1,
                     image ? width_ : static_cast<int>(n_values_));
}

template <class T>
void SignalSet<T>::gather(std::span<const Index> members, Matrix<T>& out) const {
  out.resize(n_features(), std::ssize(members));
  for (Index j = 0; j < out.cols(); ++j) {
    out.col(j) = signal(members[j]);
  }
}

template <class T>
void SignalSet<T>::gather_range(Index first, Index count, Matrix<T>& out) const {
  out.resize(n_features(), count);
  for (Index j = 0; j < count; ++j) out.col(j) = signal(first + j);
}

template <class T>
void SignalSet<T>::gather_augmented(std::span<const Index> members, core::Rng& rng,
                                    const Context& context, Matrix<T>& out) const {
  gather(members, out);
  if (max_shift_ > 0) shift(rng, out);
  if (augmenter_) augment(rng.next(), context, out);
}

template <class T>
void SignalSet<T>::shift(core::Rng& rng, Matrix<T>& X) const {
  Vector<T> moved(n_features());
  for (Index j = 0; j < X.cols(); ++j) {
    const Shift shift{static_cast<int>(rng.below(2 * max_shift_ + 1)) - max_shift_,
                      static_cast<int>(rng.below(2 * max_shift_ + 1)) - max_shift_};
    shift_image(X.col(j).data(), n_features(), height_, width_, shift, unit_norm_, moved.data());
    X.col(j) = moved;
  }
}

/// Every signal has a stream of its own, so that threads may share a batch.
template <class T>
void SignalSet<T>::augment(std::uint64_t stream, const Context& context, Matrix<T>& X) const {
  constexpr Index kChunk = 32;
  context.pool().parallel_for((X.cols() + kChunk - 1) / kChunk, [&](Index chunk) {
    Augmenter<T> augmenter = *augmenter_;
    for (Index j = chunk * kChunk; j < std::min(X.cols(), (chunk + 1) * kChunk); ++j) {
      augmenter.draw(core::RandomWords{stream, static_cast<std::uint64_t>(j)}, X.col(j).data());
      mend(X.col(j).data());
    }
  });
}

/// The mean and the length that the preprocessing gives a signal.
template <class T>
void SignalSet<T>::mend(T* x) const {
  if (remove_mean_) {
    const double sum = lane_sum(n_values_, [&](Index i) { return static_cast<double>(x[i]); });
    Eigen::Map<Vector<T>>(x, n_values_).array() -=
        static_cast<T>(sum / static_cast<double>(n_values_));
  }
  if (!unit_norm_) return;
  const double norm = std::sqrt(simd::kernels<T>().sum_of_squares(n_features(), x));
  if (norm > 0) Eigen::Map<Vector<T>>(x, n_features()) *= static_cast<T>(1 / norm);
}

template void shift_image<float>(const float*, Index, int, int, Shift, bool, float*);
template void shift_image<double>(const double*, Index, int, int, Shift, bool, double*);
template class SignalSet<float>;
template class SignalSet<double>;

}  // namespace supdict::signals
