// SPDX-License-Identifier: BSD-3-Clause
// Charts as SVG drawings in a page; colours and fonts come from the page's style.
#pragma once

#include <string>
#include <vector>

namespace supdict::pictures {

/// One line of a chart. Points that are not finite, or too large to be drawn, are left out.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low = {};  ///< with `high`: a band around the line; both empty: none
  std::vector<double> high = {};
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::vector<Series> series;
  bool percents = false;   ///< y values are shares
  bool from_zero = false;  ///< the y axis shows zero
  /// Positions on the x axis to mark, with their meaning as text.
  std::vector<double> marks = {};
  std::string marks_name = {};
};

/// A figure with legend; empty if there is nothing to draw.
std::string line_chart(const LineChart& chart);

struct Bar {
  double value = 0;
  int colour = 0;     ///< see class_colour
  std::string title;  ///< shown while hovering; not escaped
};

/// Thin bars up and down from zero, side by side.
std::string bar_chart(const std::string& title, const std::vector<Bar>& bars);

/// Round numbers that span [low, high], low < high.
std::vector<double> ticks(double low, double high, int about);

}  // namespace supdict::pictures
