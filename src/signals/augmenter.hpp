// SPDX-License-Identifier: BSD-3-Clause
// Draws signals (supdict/augment.hpp) from counted random streams.
//
// All of it commutes with a map x -> a x + b of all values of a signal, a > 0: signals may be drawn
// after such a scaling, and lengths and means are mended afterwards.
#pragma once

#include "signals/smooth_field.hpp"
#include "signals/warp.hpp"
#include "supdict/augment.hpp"

namespace supdict::signals {

/// Not for several threads at once; copies are cheap.
template <class T>
class Augmenter {
 public:
  /// Curves have one row.
  Augmenter(const Augmentation& amounts, int height, int width);

  /// In place: the first height x width entries of `x`. `random` is the stream of this signal.
  void draw(core::RandomWords random, T* x);

 private:
  Pose draw_pose(core::RandomWords& random) const;
  void draw_moves(core::RandomWords& random);
  void change_values(core::RandomWords& random, T* x) const;

  Augmentation amounts_;
  int height_;
  int width_;
  SmoothField<T> field_;
  Moves<T> moves_;
  std::vector<T> before_;
};

}  // namespace supdict::signals
