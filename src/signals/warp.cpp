// SPDX-License-Identifier: BSD-3-Clause
#include "signals/warp.hpp"

#include <cmath>

#include "signals/sampling.hpp"

namespace supdict::signals {

SourceMap source_map(const Pose& pose) {
  const double c = std::cos(pose.rotate);
  const double s = std::sin(pose.rotate);
  const double flip = pose.mirrored ? -1 : 1;
  SourceMap map;
  // The inverse of each step, from the last to the first.
  map.row_by_row = c;
  map.row_by_col = -s;
  map.col_by_row = s - pose.shear * c;
  map.col_by_col = c + pose.shear * s;
  map.row_by_row /= pose.scale_rows;
  map.row_by_col /= pose.scale_rows;
  map.col_by_row *= flip / pose.scale_cols;
  map.col_by_col *= flip / pose.scale_cols;
  map.row = -(map.row_by_row * pose.shift_rows + map.row_by_col * pose.shift_cols);
  map.col = -(map.col_by_row * pose.shift_rows + map.col_by_col * pose.shift_cols);
  return map;
}

template <class T>
void warp(const T* x, int height, int width, const SourceMap& map, Moves<T>& moves, T* out) {
  const double middle_row = 0.5 * (height - 1);
  const double middle_col = 0.5 * (width - 1);
  SourceRow<T> source{};
  source.image = x;
  source.height = height;
  source.width = width;
  source.row_step = static_cast<T>(map.row_by_col);
  source.col_step = static_cast<T>(map.col_by_col);
  for (int r = 0; r < height; ++r, out += width) {
    const double from_middle = r - middle_row;
    source.row = static_cast<T>(middle_row + map.row_by_row * from_middle + map.row -
                                map.row_by_col * middle_col);
    source.col = static_cast<T>((middle_col - map.col_by_col * middle_col) +
                                map.col_by_row * from_middle + map.col);
    source.row_moves = moves.along_rows(r);
    source.col_moves = moves.along_cols(r);
    sample(source, out);
  }
}

template void warp<float>(const float*, int, int, const SourceMap&, Moves<float>&, float*);
template void warp<double>(const double*, int, int, const SourceMap&, Moves<double>&, double*);

}  // namespace supdict::signals
