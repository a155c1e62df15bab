// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/svg_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pictures/raster.hpp"
#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

// The frame of a chart, in units of its drawing.
constexpr double kWidth = 420;
constexpr double kHeight = 220;
constexpr double kLeft = 52;
constexpr double kRight = 12;
constexpr double kTop = 12;
constexpr double kBottom = 38;
/// Larger values count as invalid, because their differences might overflow.
constexpr double kLargest = 1e100;

bool drawable(double value) {
  return std::abs(value) <= kLargest;  // false for NaN
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (!drawable(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return !(low <= high); }
  void widen() {
    if (high > low) return;
    const double margin = std::max(std::abs(high) / 2, 0.5);
    low -= margin;
    high += margin;
  }
};

/// Maps values to the drawing.
struct Axes {
  Range x;
  Range y;

  std::string at(double x_value, double y_value) const {
    const double t = (x_value - x.low) / (x.high - x.low);
    const double u = (y_value - y.low) / (y.high - y.low);
    return coordinate(kLeft + t * (kWidth - kLeft - kRight)) + "," +
           coordinate(kHeight - kBottom - u * (kHeight - kTop - kBottom));
  }
};

Axes axes_of(const LineChart& chart) {
  Axes axes;
  for (const Series& series : chart.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!drawable(series.x[i]) || !drawable(series.y[i])) continue;
      axes.x.add(series.x[i]);
      axes.y.add(series.y[i]);
      if (series.low.empty()) continue;
      axes.y.add(series.low[i]);
      axes.y.add(series.high[i]);
    }
  }
  if (axes.x.empty()) return axes;
  if (chart.from_zero) axes.y.add(0);
  axes.x.widen();
  axes.y.widen();
  if (chart.from_zero && axes.y.low < 0 && axes.y.high == 0.5) axes.y = {0, 1};
  return axes;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor +
         "\">" + text + "</text>";
}

std::string frame(const LineChart& chart, const Axes& axes) {
  std::string out;
  for (const double value : ticks(axes.y.low, axes.y.high, 4)) {
    const double u = (value - axes.y.low) / (axes.y.high - axes.y.low);
    const double y = kHeight - kBottom - u * (kHeight - kTop - kBottom);
    out += "<path class=\"axis\" d=\"M" + coordinate(kLeft) + " " + coordinate(y) + "H" +
           coordinate(kWidth - kRight) + "\"/>" +
           text_at(kLeft - 6, y + 4, "end",
                   number(chart.percents ? 100 * value : value) + (chart.percents ? " %" : ""));
  }
  for (const double value : ticks(axes.x.low, axes.x.high, 5)) {
    const double t = (value - axes.x.low) / (axes.x.high - axes.x.low);
    out += text_at(kLeft + t * (kWidth - kLeft - kRight), kHeight - kBottom + 16, "middle",
                   number(value));
  }
  return out + text_at((kLeft + kWidth - kRight) / 2, kHeight - 4, "middle", escape(chart.x_label));
}

std::string band(const Series& series, const Axes& axes, int colour) {
  std::vector<std::string> points;  // along the upper edge, then back along the lower one
  const std::size_t n = series.low.size();
  for (std::size_t k = 0; k < 2 * n; ++k) {
    const std::size_t i = k < n ? k : 2 * n - 1 - k;
    if (!drawable(series.x[i]) || !drawable(series.low[i]) || !drawable(series.high[i])) continue;
    points.push_back(axes.at(series.x[i], k < n ? series.high[i] : series.low[i]));
  }
  if (points.empty()) return "";
  std::string joined;
  for (const std::string& point : points) joined += point + " ";
  return "<polygon class=\"band\" fill=\"" + class_colour(colour) + "\" points=\"" + joined +
         "\"/>";
}

std::string line(const Series& series, const Axes& axes, int colour) {
  std::string points;
  int count = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!drawable(series.x[i]) || !drawable(series.y[i])) continue;
    points += (count++ == 0 ? "" : " ") + axes.at(series.x[i], series.y[i]);
  }
  if (count == 1) {
    const std::size_t comma = points.find(',');
    return "<circle r=\"3\" fill=\"" + class_colour(colour) + "\" cx=\"" + points.substr(0, comma) +
           "\" cy=\"" + points.substr(comma + 1) + "\"/>";
  }
  return "<polyline class=\"line\" stroke=\"" + class_colour(colour) + "\" points=\"" + points +
         "\"/>";
}

std::string mark_line(double x, const Axes& axes) {
  return "<polyline class=\"mark\" points=\"" + axes.at(x, axes.y.high) + " " +
         axes.at(x, axes.y.low) + "\"/>";
}

std::string legend(const LineChart& chart) {
  std::string out = "<p class=\"legend\">";
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    out += "<span><i style=\"background:" + class_colour(static_cast<int>(i)) + "\"></i>" +
           escape(chart.series[i].name) + "</span> ";
  }
  if (!chart.marks.empty())
    out += "<span><i class=\"mark\"></i>" + escape(chart.marks_name) + "</span>";
  return out + "</p>";
}

/// Multiples of `step` from low to high, up to rounding, and no more than `most` of them.
std::vector<double> multiples(double step, double low, double high, int most) {
  std::vector<double> out;
  // If the range is only the rounding error of its ends, there is nothing to draw.
  if (!(step > 0) || !std::isfinite(step)) return out;
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; i < most; ++i) {
    const double value = (first + i) * step;
    if (value > high + 1e-9 * step) break;
    out.push_back(std::abs(value) < 1e-9 * step ? 0 : value);
  }
  return out;
}

}  // namespace

std::vector<double> ticks(double low, double high, int about) {
  const double rough = (high - low) / about;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double share = rough / power;
  const double step = (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
  std::vector<double> out = multiples(step, low, high, 4 * about);
  // A single number is no scale: then there is room for those of the next smaller step.
  if (out.size() < 2)
    out = multiples(share > 2 && share <= 5 ? 2 * power : step / 2, low, high, 4 * about);
  return out;
}

std::string line_chart(const LineChart& chart) {
  const Axes axes = axes_of(chart);
  if (axes.x.empty()) return "";
  std::string drawing = frame(chart, axes);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    drawing += band(chart.series[i], axes, static_cast<int>(i));
  }
  for (const double mark : chart.marks) {
    if (mark >= axes.x.low && mark <= axes.x.high) drawing += mark_line(mark, axes);
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    drawing += line(chart.series[i], axes, static_cast<int>(i));
  }
  return "<figure class=\"chart\"><figcaption>" + escape(chart.title) +
         "</figcaption><svg viewBox=\"0 0 " + coordinate(kWidth) + " " + coordinate(kHeight) +
         "\" role=\"img\" aria-label=\"" + escape(chart.title) + "\">" + drawing + "</svg>" +
         legend(chart) + "</figure>\n";
}

std::string bar_chart(const std::string& title, const std::vector<Bar>& bars) {
  Range range;
  for (const Bar& bar : bars) range.add(bar.value);
  if (range.empty()) return "";
  range.add(0);
  range.widen();
  constexpr double kBarsHeight = 90;
  const double zero = kBarsHeight * range.high / (range.high - range.low);
  const double step = kWidth / static_cast<double>(bars.size());
  std::string drawing;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    if (!drawable(bars[i].value)) continue;
    const double height = kBarsHeight * std::abs(bars[i].value) / (range.high - range.low);
    drawing += "<rect x=\"" + coordinate(step * static_cast<double>(i)) + "\" y=\"" +
               coordinate(bars[i].value > 0 ? zero - height : zero) + "\" width=\"" +
               coordinate(std::max(0.85 * step, 0.1)) + "\" height=\"" +
               coordinate(std::max(height, 0.3)) + "\" fill=\"" + class_colour(bars[i].colour) +
               "\"><title>" + escape(bars[i].title) + "</title></rect>";
  }
  return "<figure class=\"chart bars\"><figcaption>" + escape(title) + " <small>" +
         number(range.low) + " to " + number(range.high) +
         "</small></figcaption><svg viewBox=\"0 0 " + coordinate(kWidth) + " " +
         coordinate(kBarsHeight) + "\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" +
         escape(title) + "\"><path class=\"axis\" d=\"M0 " + coordinate(zero) + "H" +
         coordinate(kWidth) + "\"/>" + drawing + "</svg></figure>\n";
}

}  // namespace supdict::pictures
