// SPDX-License-Identifier: BSD-3-Clause
// Pictures made of grey values and a few class colours, one byte per pixel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace supdict::pictures {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// Colour of a class, "#4e79a7"; the same ten are used again and again.
std::string class_colour(int index);

using Pixel = std::uint8_t;
/// 0 black, 1 white; values outside are clipped.
Pixel grey_pixel(double level);
Pixel class_pixel(int index);
/// Shows what is behind the picture.
inline constexpr Pixel kClearPixel = 250;
/// What a pixel stands for.
Colour pixel_colour(Pixel pixel);

class Raster {
 public:
  Raster(int width, int height, Pixel background);

  int width() const { return width_; }
  int height() const { return height_; }
  Pixel at(int x, int y) const { return pixels_[index(x, y)]; }
  const std::vector<Pixel>& pixels() const { return pixels_; }

  void set(int x, int y, Pixel pixel) { pixels_[index(x, y)] = pixel; }
  /// Must lie inside, as all that follow.
  void fill(int x, int y, int width, int height, Pixel pixel);
  void paste(int x, int y, const Raster& tile);

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Pixel> pixels_;  // row by row
};

/// Bytes of a PNG file.
std::string encode_png(const Raster& raster);

}  // namespace supdict::pictures
