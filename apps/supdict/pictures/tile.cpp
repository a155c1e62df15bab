// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/tile.hpp"

#include <algorithm>
#include <cmath>

#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

/// Values may be this far below zero, as a share of the largest value, before zero is drawn grey: a
/// few slightly negative pixels do not turn a picture of digits grey.
constexpr double kNegativeShare = 0.15;
/// Curves with more values are drawn through means of neighbours.
constexpr Index kMaxCurvePoints = 64;
/// Curves are drawn this many times finer, then averaged.
constexpr int kSupersampling = 4;
/// Wider curves need no supersampling.
constexpr int kFineWidth = 256;

/// Mean over the source pixels that the cell covers.
double mean_of_cell(const Values& values, int source_width, int source_height, Size size, int x,
                    int y) {
  const auto first = [](int i, int source, int target) {
    return static_cast<int>(static_cast<std::int64_t>(i) * source / target);
  };
  const int x0 = first(x, source_width, size.width);
  const int y0 = first(y, source_height, size.height);
  const int x1 = std::max(x0 + 1, first(x + 1, source_width, size.width));
  const int y1 = std::max(y0 + 1, first(y + 1, source_height, size.height));
  double sum = 0;
  for (int row = y0; row < y1; ++row) {
    for (int column = x0; column < x1; ++column) {
      sum += static_cast<double>(values[static_cast<Index>(row) * source_width + column]);
    }
  }
  return sum / (static_cast<double>(x1 - x0) * (y1 - y0));
}

/// Position of a value in a span: 0 at the low end, 1 at the high end.
double share_of(Span span, double value) {
  return span.high > span.low ? std::clamp((value - span.low) / (span.high - span.low), 0.0, 1.0)
                              : 0.5;
}

/// At most kMaxCurvePoints values, scaled to 0 .. 1 over the span.
std::vector<double> curve_points(const Values& values, Index n_values, Span span) {
  const Index count = std::min(n_values, kMaxCurvePoints);
  std::vector<double> points(count);
  for (Index i = 0; i < count; ++i) {
    const Index begin = i * n_values / count;
    const Index end = (i + 1) * n_values / count;
    const double mean = static_cast<double>(values.segment(begin, end - begin).mean());
    points[i] = share_of(span, mean);
  }
  return points;
}

/// Height of the curve at `t` in [0, 1], between its points.
double interpolate(const std::vector<double>& points, double t) {
  const double at = t * static_cast<double>(points.size() - 1);
  const auto left = static_cast<std::size_t>(at);
  const std::size_t right = std::min(left + 1, points.size() - 1);
  return points[left] + (at - static_cast<double>(left)) * (points[right] - points[left]);
}

/// 1 where the curve is, 0 elsewhere; the line is about `thickness` pixels thick.
Raster curve_ink(const std::vector<double>& points, Size size, int thickness) {
  Raster ink(size.width, size.height, 0);
  if (points.empty()) return ink;
  const auto y_of = [&](double share) {
    return thickness + (size.height - 2 * thickness) * (1 - share);
  };
  double y_prev = y_of(points.front());
  for (int x = 0; x < size.width; ++x) {
    const double y =
        y_of(interpolate(points, static_cast<double>(x) / std::max(size.width - 1, 1)));
    const double top = std::floor(std::min(y, y_prev) - 0.5 * thickness);
    const double bottom = std::ceil(std::max(y, y_prev) + 0.5 * thickness);
    const int first = std::clamp(static_cast<int>(top), 0, size.height);
    const int last = std::clamp(static_cast<int>(bottom), first, size.height);
    // Steep lines would be thin without neighbouring columns.
    const int left = std::max(x - thickness / 3, 0);
    const int right = std::min(x + thickness / 3 + 1, size.width);
    ink.fill(left, first, right - left, last - first, 1);
    y_prev = y;
  }
  return ink;
}

/// Inked share of the pixel (x, y), each `fineness` pixels of `ink` wide and high.
double inked_share(const Raster& ink, int x, int y, int fineness) {
  int count = 0;
  for (int row = y * fineness; row < (y + 1) * fineness; ++row) {
    for (int column = x * fineness; column < (x + 1) * fineness; ++column) {
      count += ink.at(column, row);
    }
  }
  return static_cast<double>(count) / (fineness * fineness);
}

}  // namespace

bool draws_images(const Preprocessing& preprocessing) {
  return preprocessing.is_image() &&
         static_cast<Index>(preprocessing.height()) * preprocessing.width() ==
             preprocessing.n_values();
}

Tone tone_of(ConstMatrixRef<float> signals, Index n_values) {
  const auto drawn = signals.topRows(n_values);
  if (drawn.size() == 0) return {};
  return {static_cast<double>(-drawn.minCoeff()) >
          kNegativeShare * static_cast<double>(drawn.maxCoeff())};
}

Size shrunk(Size size, int side) {
  const int longest = std::max(size.width, size.height);
  if (longest <= side) return size;
  const auto scaled = [&](int length) {
    return std::max(1, static_cast<int>(std::int64_t{length} * side / longest));
  };
  return {scaled(size.width), scaled(size.height)};
}

Span span_of(const Values& values, Index n_values) {
  if (n_values == 0) return {};
  const auto drawn = values.head(n_values);
  return {std::min(0.0, static_cast<double>(drawn.minCoeff())),
          std::max(0.0, static_cast<double>(drawn.maxCoeff()))};
}

Raster image_tile(const Values& values, const Preprocessing& preprocessing, Size size, Tone tone,
                  Span span) {
  if (!(span.reach() > 0)) span = span_of(values, preprocessing.n_values());
  const double reach = span.reach();
  Raster tile(size.width, size.height, grey_pixel(tone.negative ? 0.5 : 0));
  if (!(reach > 0)) return tile;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double value =
          mean_of_cell(values, preprocessing.width(), preprocessing.height(), size, x, y) / reach;
      tile.set(x, y, grey_pixel(tone.negative ? 0.5 + 0.5 * value : value));
    }
  }
  return tile;
}

Raster curve_tile(const Values& values, Index n_values, Size size, Span span) {
  if (!(span.reach() > 0)) span = span_of(values, n_values);
  Raster tile(size.width, size.height, grey_pixel(1));
  const double zero = (size.height - 2) * (1 - share_of(span, 0));
  tile.fill(0, std::min(1 + static_cast<int>(zero), size.height - 1), size.width, 1,
            grey_pixel(0.75));
  const int fineness = size.width <= kFineWidth ? kSupersampling : 1;
  const Raster ink = curve_ink(curve_points(values, n_values, span),
                               {size.width * fineness, size.height * fineness}, fineness);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double paper = pixel_colour(tile.at(x, y)).red / 255.0;
      tile.set(x, y, grey_pixel(paper * (1 - inked_share(ink, x, y, fineness))));
    }
  }
  return tile;
}

std::string curve_drawing(const Values& values, Index n_values, const std::string& label,
                          Span span) {
  if (!(span.reach() > 0)) span = span_of(values, n_values);
  const std::vector<double> points = curve_points(values, n_values, span);
  const auto y_of = [](double share) { return coordinate(37 - 34 * share); };
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double t =
        points.size() > 1 ? static_cast<double>(i) / static_cast<double>(points.size() - 1) : 0.5;
    path += (i == 0 ? "" : " ") + coordinate(1 + 62 * t) + "," + y_of(points[i]);
  }
  const std::string role = label.empty() ? std::string(" aria-hidden=\"true\"")
                                         : " role=\"img\" aria-label=\"" + label + "\"";
  return "<svg class=\"curve\" viewBox=\"0 0 64 40\"" + role + "><path class=\"axis\" d=\"M0 " +
         y_of(share_of(span, 0)) + "H64\"/><polyline points=\"" + path + "\"/></svg>";
}

}  // namespace supdict::pictures
