// SPDX-License-Identifier: BSD-3-Clause
#include "signals/deskew.hpp"

#include <algorithm>
#include <cmath>

namespace supdict::signals {
namespace {

/// Beyond 45 degrees it is a stroke that lies, not one that leans.
constexpr double kMostSlant = 1;

struct Slant {
  double mean_row = 0;
  double per_row = 0;  ///< columns per row
};

template <class T>
Slant slant_of(const T* image, int height, int width) {
  double ink = 0;
  double row = 0;
  double col = 0;
  double row_row = 0;
  double row_col = 0;
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      const double x = std::max(0.0, static_cast<double>(image[Index{r} * width + c]));
      ink += x;
      row += x * r;
      col += x * c;
      row_row += x * r * r;
      row_col += x * r * c;
    }
  }
  if (!(ink > 0)) return {};
  row /= ink;
  col /= ink;
  const double variance = row_row / ink - row * row;
  const double covariance = row_col / ink - row * col;
  // Less than a hundredth of a pixel of height is one row and the rounding of the sums.
  if (variance < 1e-4) return {};
  return {row, std::clamp(covariance / variance, -kMostSlant, kMostSlant)};
}

/// `line` moved to the left by `by` pixels, which need not be whole.
template <class T>
void move_line(Eigen::Ref<Vector<T>> line, double by) {
  const Vector<T> before = line;
  const auto at = [&before](Index c) { return c < 0 || c >= before.size() ? T(0) : before[c]; };
  const auto whole = static_cast<Index>(std::floor(by));
  const auto rest = static_cast<T>(by - std::floor(by));
  for (Index c = 0; c < line.size(); ++c) {
    line[c] = (1 - rest) * at(c + whole) + rest * at(c + whole + 1);
  }
}

}  // namespace

template <class T>
void deskew(T* image, int height, int width) {
  const Slant slant = slant_of(image, height, width);
  if (slant.per_row == 0) return;
  for (int r = 0; r < height; ++r) {
    Eigen::Map<Vector<T>> line(image + Index{r} * width, width);
    move_line<T>(line, slant.per_row * (r - slant.mean_row));
  }
}

template void deskew<float>(float*, int, int);
template void deskew<double>(double*, int, int);

}  // namespace supdict::signals
