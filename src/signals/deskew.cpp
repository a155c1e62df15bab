// SPDX-License-Identifier: BSD-3-Clause
#include "signals/deskew.hpp"

#include <algorithm>
#include <cmath>

namespace supdict::signals {
namespace {

/// A slant beyond 45 degrees is a horizontal stroke rather than a slanted one.
constexpr double kMostSlant = 1;

struct Slant {
  double mean_row = 0;
  double per_row = 0;  ///< columns per row
};

Slant slant_of(const double* image, int height, int width) {
  double ink = 0;
  double row = 0;
  double col = 0;
  double row_row = 0;
  double row_col = 0;
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      const double x = std::max(0.0, image[Index{r} * width + c]);
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
  // A variance below a hundredth of a pixel comes from a single row and rounding; sums that
  // overflowed tell nothing.
  if (!(variance >= 1e-4) || !std::isfinite(covariance)) return {};
  return {row, std::clamp(covariance / variance, -kMostSlant, kMostSlant)};
}

/// `line` moved to the left by `by` pixels, which need not be whole.
void move_line(Eigen::Ref<Vector<double>> line, double by) {
  const Vector<double> before = line;
  const auto at = [&before](Index c) { return c < 0 || c >= before.size() ? 0.0 : before[c]; };
  const auto whole = static_cast<Index>(std::floor(by));
  const double rest = by - std::floor(by);
  for (Index c = 0; c < line.size(); ++c) {
    line[c] = (1 - rest) * at(c + whole) + rest * at(c + whole + 1);
  }
}

}  // namespace

void deskew(double* image, int height, int width) {
  const Slant slant = slant_of(image, height, width);
  if (slant.per_row == 0) return;
  for (int r = 0; r < height; ++r) {
    Eigen::Map<Vector<double>> line(image + Index{r} * width, width);
    move_line(line, slant.per_row * (r - slant.mean_row));
  }
}

}  // namespace supdict::signals
