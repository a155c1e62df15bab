// SPDX-License-Identifier: BSD-3-Clause
// One signal as a small picture: an image in grey, anything else as a curve.
#pragma once

#include <algorithm>
#include <string>
#include <supdict/preprocessing.hpp>

#include "pictures/raster.hpp"

namespace supdict::pictures {

/// Values of one signal or atom; what follows the first n_raw of them (the appended constant) is
/// not drawn.
using Values = Eigen::Ref<const Vector<float>>;

/// Whether the drawn values fill an image.
bool draws_images(const Preprocessing& preprocessing);

/// How signals of a classifier are drawn.
struct Tone {
  bool negative = false;  ///< zero is grey and values go both ways; else zero is black
};

/// From all values that will be drawn together.
Tone tone_of(ConstMatrixRef<float> signals, Index n_raw);

struct Size {
  int width = 0;
  int height = 0;
};
/// The same shape with a longest side of at most `side`.
Size shrunk(Size size, int side);

/// Values that fit into a picture.
struct Span {
  double low = 0;   ///< not positive
  double high = 0;  ///< not negative

  double reach() const { return std::max(-low, high); }
};
/// From the drawn values and zero.
Span span_of(const Values& values, Index n_raw);

/// The image in `size` pixels: whole multiples repeat pixels, smaller sizes average them. Without
/// `span`, that of the image itself.
Raster image_tile(const Values& values, const Preprocessing& preprocessing, Size size, Tone tone,
                  Span span = {});

/// A curve in black on white with a grey line at zero, at least 4 x 4 pixels.
Raster curve_tile(const Values& values, Index n_raw, Size size);

/// The same as a drawing inside a page, in the colour of the text. `label`: its description,
/// escaped; empty for a drawing that its surroundings describe.
std::string curve_drawing(const Values& values, Index n_raw, const std::string& label,
                          Span span = {});

}  // namespace supdict::pictures
