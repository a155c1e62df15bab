// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/augment_sheet.hpp"

#include <algorithm>

#include "pictures/atoms.hpp"
#include "pictures/tile.hpp"

namespace supdict::pictures {
namespace {

/// The longest side of a tile, where the picture has room.
constexpr int kTile = 84;
constexpr Size kCurveTile = {108, 60};
constexpr int kGap = 3;
/// Between the signals as they are and their draws.
constexpr int kWideGap = 15;
constexpr int kMargin = 6;

/// Whole multiples of images that fit, or shrunk ones.
Size tile_size(const Preprocessing& preprocessing, Index rows, int columns) {
  const Index tiles = std::max<Index>(rows, columns);
  const int room = static_cast<int>((kMaxPictureSide - kWideGap - 2 * kMargin) / tiles) - kGap;
  if (!draws_images(preprocessing)) return shrunk(kCurveTile, room);
  const Size image{preprocessing.width(), preprocessing.height()};
  const int longest = std::max(image.width, image.height);
  const int zoom = std::min(kTile, room) / longest;
  return zoom > 0 ? Size{zoom * image.width, zoom * image.height}
                  : shrunk(image, std::min(kTile, room));
}

}  // namespace

std::string augment_sheet(ConstMatrixRef<float> X, const Augmentation& augmentation,
                          const Preprocessing& preprocessing, const SheetOptions& options) {
  Preprocessing seen = preprocessing;
  seen.unit_norm = false;
  seen.constant = 0;
  const Matrix<float> plain = seen.apply<float>(X);
  const int columns = options.draws + 1;
  const Size tile = tile_size(seen, X.cols(), columns);
  const Tone tone = tone_of(plain, seen.n_values());
  // A little more than the signals have, for what amplitude and noise add.
  const auto low = static_cast<double>(plain.minCoeff());
  const auto high = static_cast<double>(plain.maxCoeff());
  const double more = 0.25 * (high - low);
  const Span span{std::min(0.0, low - more), std::max(0.0, high + more)};
  const int width = 2 * kMargin + columns * (tile.width + kGap) - kGap + kWideGap;
  const int height = 2 * kMargin + static_cast<int>(X.cols()) * (tile.height + kGap) - kGap;
  Raster picture(width, height, grey_pixel(1));
  Matrix<float> signals = plain;
  for (int column = 0; column < columns; ++column) {
    if (column > 0) {
      signals = augmented<float>(plain, augmentation, seen.height(), seen.width(),
                                 options.seed + static_cast<std::uint64_t>(column - 1));
    }
    const int x = kMargin + column * (tile.width + kGap) + (column > 0 ? kWideGap : 0);
    for (Index j = 0; j < signals.cols(); ++j) {
      const int y = kMargin + static_cast<int>(j) * (tile.height + kGap);
      picture.paste(x, y,
                    draws_images(seen) ? image_tile(signals.col(j), seen, tile, tone)
                                       : curve_tile(signals.col(j), seen.n_values(), tile, span));
    }
  }
  return encode_png(picture);
}

}  // namespace supdict::pictures
