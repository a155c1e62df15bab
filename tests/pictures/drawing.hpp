// SPDX-License-Identifier: BSD-3-Clause
// What a page shows, read back from its text: points of lines, bars, cells of tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace supdict::testing {

using Points = std::vector<std::pair<double, double>>;

/// The text of each tag that begins with `start`, such as "<polyline class=\"line\"".
std::vector<std::string> tags(const std::string& html, const std::string& start);

/// The value of an attribute of a tag, "" if it has none.
std::string attribute(const std::string& tag, const std::string& name);

double number_attribute(const std::string& tag, const std::string& name);

/// "1,2 3,4" as {1, 2}, {3, 4}.
Points points(const std::string& text);

/// What stands between `start` and `end`, each time.
std::vector<std::string> between(const std::string& html, const std::string& start,
                                 const std::string& end);

/// Cells of the first table that begins with `start`, row by row, without their tags.
std::vector<std::vector<std::string>> table(const std::string& html, const std::string& start);

/// A linear map that takes two numbers to where they were drawn.
class Scale {
 public:
  Scale(double a, double at_a, double b, double at_b)
      : slope_((at_b - at_a) / (b - a)), offset_(at_a - slope_ * a) {}
  double operator()(double value) const { return offset_ + slope_ * value; }

 private:
  double slope_;
  double offset_;
};

}  // namespace supdict::testing
