// SPDX-License-Identifier: BSD-3-Clause
#include "signals/augmenter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/check.hpp"
#include "core/thread_pool.hpp"
#include "signals/lanes.hpp"

namespace supdict {
namespace signals {
namespace {

/// Uniform in [-most, most]; nothing is drawn for 0, so that streams of few amounts are short.
double between(core::RandomWords& random, double most) {
  if (most == 0) return 0;
  return most * (2 * core::RandomWords::uniform(random.next()) - 1);
}

/// A displacement field has a size of its own for each signal.
double field_rms(core::RandomWords& random, double amount) {
  return amount * 0.5 * (1 + core::RandomWords::uniform(random.next()));
}

}  // namespace

template <class T>
Augmenter<T>::Augmenter(const Augmentation& amounts, int height, int width)
    : amounts_(amounts),
      height_(height),
      width_(width),
      field_(height, width),
      moves_(height, width),
      before_(static_cast<std::size_t>(height) * width) {}

template <class T>
Pose Augmenter<T>::draw_pose(core::RandomWords& random) const {
  Pose pose;
  if (amounts_.mirror > 0) {
    pose.mirrored = core::RandomWords::uniform(random.next()) < amounts_.mirror;
  }
  if (height_ > 1) pose.shift_rows = between(random, amounts_.shift);
  pose.shift_cols = between(random, amounts_.shift);
  pose.rotate = between(random, amounts_.rotate) * std::numbers::pi / 180;
  pose.scale_rows = 1 + between(random, amounts_.scale);
  pose.scale_cols = 1 + between(random, amounts_.scale + amounts_.stretch);
  pose.shear = between(random, amounts_.shear);
  return pose;
}

template <class T>
void Augmenter<T>::draw_moves(core::RandomWords& random) {
  if (amounts_.elastic > 0) {
    field_.draw(random, field_rms(random, amounts_.elastic), true, moves_);
  } else if (amounts_.warp > 0) {
    field_.draw(random, field_rms(random, amounts_.warp), false, moves_);
  }
}

template <class T>
void Augmenter<T>::change_values(core::RandomWords& random, T* x) const {
  if (amounts_.amplitude + amounts_.noise == 0) return;
  const Index n = Index{height_} * width_;
  const double mean =
      lane_sum(n, [&](Index i) { return static_cast<double>(x[i]); }) / static_cast<double>(n);
  const auto difference = [&](Index i) { return static_cast<double>(x[i]) - mean; };
  const double energy = lane_sum(n, [&](Index i) { return difference(i) * difference(i); });
  const double factor = 1 + between(random, amounts_.amplitude);
  const double noise = amounts_.noise * std::sqrt(energy / static_cast<double>(n));
  for (Index i = 0; i < n; ++i) {
    double value = mean + factor * difference(i);
    // Two bells have longer tails than one.
    if (noise > 0) {
      value += noise / std::numbers::sqrt2 * (bell(random.next()) + bell(random.next()));
    }
    x[i] = static_cast<T>(value);
  }
}

template <class T>
void Augmenter<T>::draw(core::RandomWords random, T* x) {
  std::copy_n(x, before_.size(), before_.begin());
  const SourceMap map = source_map(draw_pose(random));
  draw_moves(random);
  warp(before_.data(), height_, width_, map, moves_, x);
  change_values(random, x);
}

template class Augmenter<float>;
template class Augmenter<double>;

}  // namespace signals

template <class T>
Matrix<T> augmented(ConstMatrixRef<T> X, const Augmentation& augmentation, int height, int width,
                    std::uint64_t seed, const Context& context) {
  const bool images = height > 0 || width > 0;
  if (images && static_cast<Index>(height) * width != X.rows()) {
    throw Error(ErrorCode::kInvalidShape, "images are " + core::shape(height, width) +
                                              "; expected a product of " +
                                              std::to_string(X.rows()) + ", the rows of X");
  }
  options::validate(augmentation);
  check_augmentation(augmentation, images);
  core::check_finite("X", X);
  Matrix<T> out = X;
  if (!augmentation.any()) return out;
  constexpr Index kChunk = 64;
  context.pool().parallel_for((X.cols() + kChunk - 1) / kChunk, [&](Index chunk) {
    context.throw_if_stopped();
    signals::Augmenter<T> augmenter(augmentation, images ? height : 1,
                                    images ? width : static_cast<int>(X.rows()));
    for (Index j = chunk * kChunk; j < std::min(X.cols(), (chunk + 1) * kChunk); ++j) {
      augmenter.draw(core::RandomWords{seed, static_cast<std::uint64_t>(j)}, out.col(j).data());
    }
  });
  return out;
}

template Matrix<float> augmented<float>(ConstMatrixRef<float>, const Augmentation&, int, int,
                                        std::uint64_t, const Context&);
template Matrix<double> augmented<double>(ConstMatrixRef<double>, const Augmentation&, int, int,
                                          std::uint64_t, const Context&);

}  // namespace supdict
