// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <supdict/text.hpp>

namespace supdict::pictures {
namespace {

// Distinguishable on white and on black.
constexpr std::array<Colour, 10> kClassColours = {{
    {0x4E, 0x79, 0xA7},
    {0xF2, 0x8E, 0x2B},
    {0x59, 0xA1, 0x4F},
    {0xE1, 0x57, 0x59},
    {0xB0, 0x7A, 0xA1},
    {0x76, 0xB7, 0xB2},
    {0xED, 0xC9, 0x48},
    {0x9C, 0x75, 0x5F},
    {0xFF, 0x9D, 0xA7},
    {0x8A, 0x8F, 0x98},
}};

/// Smaller pixels are greys, those from here on class colours.
constexpr int kGreyLevels = 240;

Index colour_number(int index) {
  return std::max(index, 0) % std::ssize(kClassColours);
}

}  // namespace

std::string class_colour(int index) {
  const Colour colour = kClassColours[colour_number(index)];
  return "#" + hex_text(colour.red, 2) + hex_text(colour.green, 2) + hex_text(colour.blue, 2);
}

Pixel grey_pixel(double level) {
  const double clipped = level > 0 ? std::min(level, 1.0) : 0;  // NaN is black
  return static_cast<Pixel>(std::lround(clipped * (kGreyLevels - 1)));
}

Pixel class_pixel(int index) {
  return static_cast<Pixel>(kGreyLevels + static_cast<int>(colour_number(index)));
}

Colour pixel_colour(Pixel pixel) {
  if (pixel >= kGreyLevels) return kClassColours[colour_number(pixel - kGreyLevels)];
  const auto grey = static_cast<std::uint8_t>(std::lround(255.0 * pixel / (kGreyLevels - 1)));
  return {grey, grey, grey};
}

Raster::Raster(int width, int height, Pixel background)
    : width_(width), height_(height), pixels_(Index{width} * height, background) {}

void Raster::fill(int x, int y, int width, int height, Pixel pixel) {
  for (int row = y; row < y + height; ++row) {
    std::fill_n(pixels_.begin() + index(x, row), width, pixel);
  }
}

void Raster::paste(int x, int y, const Raster& tile) {
  for (int row = 0; row < tile.height(); ++row) {
    std::copy_n(tile.pixels_.begin() + tile.index(0, row), tile.width(),
                pixels_.begin() + index(x, y + row));
  }
}

}  // namespace supdict::pictures
