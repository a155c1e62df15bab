// SPDX-License-Identifier: BSD-3-Clause
// Smooth random displacements: a coarse grid of random values, between which cubic B-splines
// interpolate.
//
//   spacing of the grid     sqrt(3) sigma, sigma = 5/28 of the longer side; at a random place
//   autocorrelation         the B-spline of degree 7 with this spacing. It has the variance 2
//   sigma^2
//                           and is close to a Gaussian, as that of white noise after a Gaussian
//                           filter of width sigma
//   variance                (151/315)^2 of that of the grid, for every pixel over all places of the
//                           grid
// A separable sum of a few rows replaces the filter, whose cost it is far below.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/random_words.hpp"
#include "supdict/types.hpp"

namespace supdict::signals {

/// sigma of the filter, as a share of the longer side.
inline constexpr double kFieldSigma = 5.0 / 28;

/// A random number of mean 0 and variance 1 from one word: the sum of its four 16-bit numbers. It
/// is nearly Gaussian and an order of magnitude cheaper.
double bell(std::uint64_t word);

/// Displacements of an image: row by row those along rows, then those along columns, each in
/// `pitch` entries, of which the last may mean nothing.
template <class T>
struct Moves {
  Moves(int height, int width);

  T* along_rows(Index r) { return values.data() + 2 * r * pitch; }
  T* along_cols(Index r) { return along_rows(r) + pitch; }

  Index height;
  Index pitch;
  std::vector<T> values;  ///< zero at first
};

/// Copies share what does not change.
template <class T>
class SmoothField {
 public:
  SmoothField(int height, int width);

  /// New fields with this root mean square in expectation, along columns and, with `both`, rows.
  void draw(core::RandomWords& random, double rms, bool both, Moves<T>& moves);

 private:
  /// Grid lines in one direction: (side - 1) / spacing < 3.24, and 4 more around the last place.
  static constexpr int kLines = 8;
  /// Places of the grid that are drawn from, at equal distances in one cell.
  static constexpr int kPhases = 8;

  /// The four grid lines around a row, and their weights.
  struct Taps {
    int first = 0;
    std::array<T, 4> weights = {};
  };
  struct Places {
    std::array<std::vector<Taps>, kPhases> rows;
    std::array<std::vector<T>, kPhases> columns;  ///< kLines x pitch: of each line, all columns
  };

  static Taps taps(int at, double spacing, int phase);
  void fill_lines(core::RandomWords& random, double amplitude, bool both, const T* columns);

  std::shared_ptr<const Places> places_;
  Index pitch_;
  std::vector<T> lines_;  ///< the fields along each grid line, laid out as Moves
};

}  // namespace supdict::signals
