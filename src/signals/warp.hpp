// SPDX-License-Identifier: BSD-3-Clause
// An image seen through a map of the plane: every pixel takes the value at its source, linear
// between pixels, and that of the border beyond it. A curve is an image of one row.
//
//   source(r, c) = middle + M ((r, c) - middle) + t + moves(r, c)
#pragma once

#include "signals/smooth_field.hpp"

namespace supdict::signals {

/// What is done to an image, in this order: mirrored, scaled, sheared, rotated, shifted.
struct Pose {
  bool mirrored = false;
  double scale_rows = 1;
  double scale_cols = 1;
  double shear = 0;   ///< columns per row
  double rotate = 0;  ///< radians, from the column axis to the row axis
  double shift_rows = 0;
  double shift_cols = 0;
};

/// The map from pixels to their sources: M and t.
struct SourceMap {
  double row_by_row = 1;
  double row_by_col = 0;
  double col_by_row = 0;
  double col_by_col = 1;
  double row = 0;
  double col = 0;
};
SourceMap source_map(const Pose& pose);

/// `x` and `out` have height x width values and must not overlap.
template <class T>
void warp(const T* x, int height, int width, const SourceMap& map, Moves<T>& moves, T* out);

}  // namespace supdict::signals
