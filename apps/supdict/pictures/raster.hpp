// SPDX-License-Identifier: BSD-3-Clause
// Pictures made of grey values and a few class colours, one byte per pixel.
#pragma once

#include <cstdint>
#include <string>
#include <supdict/types.hpp>
#include <vector>

namespace supdict::pictures {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// Colour of a class, "#4e79a7"; the ten colours repeat.
std::string class_colour(int index);

using Pixel = std::uint8_t;
/// 0 black, 1 white; values outside are clipped.
Pixel grey_pixel(double level);
Pixel class_pixel(int index);
/// A transparent pixel.
inline constexpr Pixel kClearPixel = 250;
/// The colour of a pixel.
Colour pixel_colour(Pixel pixel);

class Raster {
 public:
  Raster(int width, int height, Pixel background);

  int width() const { return width_; }
  int height() const { return height_; }
  Pixel at(int x, int y) const { return pixels_[index(x, y)]; }
  const std::vector<Pixel>& pixels() const { return pixels_; }

  void set(int x, int y, Pixel pixel) { pixels_[index(x, y)] = pixel; }
  /// The rectangle must lie inside the raster, as in all functions below.
  void fill(int x, int y, int width, int height, Pixel pixel);
  void paste(int x, int y, const Raster& tile);

 private:
  Index index(int x, int y) const { return Index{y} * width_ + x; }

  int width_;
  int height_;
  std::vector<Pixel> pixels_;  // row by row
};

/// Bytes of a PNG file.
std::string encode_png(const Raster& raster);

}  // namespace supdict::pictures
