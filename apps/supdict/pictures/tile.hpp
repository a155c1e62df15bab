// SPDX-License-Identifier: BSD-3-Clause
// One signal as a small picture: an image in grey, anything else as a curve.
#pragma once

#include <algorithm>
#include <string>
#include <supdict/preprocessing.hpp>

#include "pictures/raster.hpp"

namespace supdict::pictures {

/// Values of one signal or atom. Those after the first n_values (the appended constant) are not
/// drawn.
using Values = Eigen::Ref<const Vector<float>>;

/// Whether the drawn values form an image.
bool draws_images(const Preprocessing& preprocessing);

/// How signals of a classifier are drawn.
struct Tone {
  bool negative = false;  ///< zero is grey and values have both signs; else zero is black
};

/// Determined by all values that will be drawn together.
Tone tone_of(ConstMatrixRef<float> signals, Index n_values);

struct Size {
  int width = 0;
  int height = 0;
};
/// The same shape with a longest side of at most `side`.
Size shrunk(Size size, int side);

/// The range of values of a picture.
struct Span {
  double low = 0;   ///< not positive
  double high = 0;  ///< not negative

  double reach() const { return std::max(-low, high); }
};
/// From the drawn values and zero.
Span span_of(const Values& values, Index n_values);

/// The image in `size` pixels: whole multiples repeat pixels, smaller sizes average them. Without
/// `span`, that of the image itself.
Raster image_tile(const Values& values, const Preprocessing& preprocessing, Size size, Tone tone,
                  Span span = {});

/// A curve in black on white with a grey line at zero, at least 4 x 4 pixels. Without `span`, that
/// of the curve itself.
Raster curve_tile(const Values& values, Index n_values, Size size, Span span = {});

/// The same as an SVG drawing, in the colour of the text. `label`: its description, escaped; empty
/// if the text around it describes the drawing.
std::string curve_drawing(const Values& values, Index n_values, const std::string& label,
                          Span span = {});

}  // namespace supdict::pictures
