// SPDX-License-Identifier: BSD-3-Clause
// What is drawn are the numbers: lines, bands, bars, marks and the numbers at the axes agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/rng.hpp"
#include "drawing.hpp"
#include "page_checks.hpp"
#include "pictures/html_page.hpp"
#include "pictures/raster.hpp"
#include "pictures/svg_chart.hpp"

namespace supdict::testing {
namespace {

using pictures::Bar;
using pictures::LineChart;
using pictures::Series;

/// Coordinates have one decimal.
constexpr double kDrawn = 0.051;
/// Numbers at an axis have three digits.
constexpr double kLabelled = 1.0;

Series any_series(std::uint64_t seed, int count, double size) {
  core::Rng rng{seed};
  Series series{.name = "s" + std::to_string(seed), .x = {}, .y = {}};
  double x = 10 * rng.normal();
  for (int i = 0; i < count; ++i) {
    series.x.push_back(x += 0.1 + rng.uniform());
    series.y.push_back(size * rng.normal());
    series.low.push_back(series.y.back() - size * rng.uniform());
    series.high.push_back(series.y.back() + size * rng.uniform());
  }
  return series;
}

struct Scales {
  Scale x;
  Scale y;
};

/// From the ends of what is drawn, which a chart fills.
Scales scales_of(const LineChart& chart, const std::string& drawing) {
  double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY;
  for (const Series& series : chart.series) {
    for (const double x : series.x) x_low = std::min(x_low, x), x_high = std::max(x_high, x);
    for (const auto* values : {&series.y, &series.low, &series.high}) {
      for (const double y : *values) y_low = std::min(y_low, y), y_high = std::max(y_high, y);
    }
  }
  Points all;
  for (const char* start : {"<polyline class=\"line\"", "<polygon class=\"band\""}) {
    for (const std::string& tag : tags(drawing, start)) {
      for (const auto& point : points(attribute(tag, "points"))) all.push_back(point);
    }
  }
  const auto [left, right] = std::minmax_element(all.begin(), all.end());
  const auto lower = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [top, bottom] = std::minmax_element(all.begin(), all.end(), lower);
  return {Scale(x_low, left->first, x_high, right->first),
          Scale(y_low, bottom->second, y_high, top->second)};
}

TEST(ChartNumbers, LinesAndBandsAreDrawnWhereTheirNumbersAre) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LineChart chart{.title = "t", .x_label = "x", .series = {}};
    const double size = std::pow(10.0, static_cast<double>(seed) - 10);
    chart.series = {any_series(seed, 15, size), any_series(seed + 100, 4, size)};
    const std::string drawing = line_chart(chart);
    const Scales at = scales_of(chart, drawing);
    const auto lines = tags(drawing, "<polyline class=\"line\"");
    const auto bands = tags(drawing, "<polygon class=\"band\"");
    ASSERT_EQ(lines.size(), 2U);
    ASSERT_EQ(bands.size(), 2U);
    for (std::size_t s = 0; s < 2; ++s) {
      const Series& series = chart.series[s];
      const Points line = points(attribute(lines[s], "points"));
      const Points band = points(attribute(bands[s], "points"));
      const std::size_t n = series.x.size();
      ASSERT_EQ(line.size(), n);
      ASSERT_EQ(band.size(), 2 * n);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(line[i].first, at.x(series.x[i]), 2 * kDrawn);
        EXPECT_NEAR(line[i].second, at.y(series.y[i]), 2 * kDrawn);
        EXPECT_NEAR(band[i].second, at.y(series.high[i]), 2 * kDrawn);
        EXPECT_NEAR(band[2 * n - 1 - i].second, at.y(series.low[i]), 2 * kDrawn);
        // Up is less in a drawing.
        EXPECT_LE(band[i].second, line[i].second);
        EXPECT_GE(band[2 * n - 1 - i].second, line[i].second);
      }
      EXPECT_EQ(attribute(lines[s], "stroke"), attribute(bands[s], "fill"));
    }
    EXPECT_NE(attribute(lines[0], "stroke"), attribute(lines[1], "stroke"));
  }
}

TEST(ChartNumbers, NumbersAtTheAxesStandWhereTheyBelong) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LineChart chart{.title = "t", .x_label = "steps", .series = {any_series(seed, 15, 2)}};
    chart.percents = seed % 2 == 0;
    const std::string drawing = line_chart(chart);
    const Scales at = scales_of(chart, drawing);
    int across = 0;
    int up = 0;
    for (const std::string& text : between(drawing, "<text", "</text>")) {
      const std::string tag = "<text" + text.substr(0, text.find('>') + 1);
      const std::string shown = text.substr(text.find('>') + 1);
      if (shown == "steps") continue;
      const double value = std::strtod(shown.c_str(), nullptr);
      if (attribute(tag, "text-anchor") == "middle") {
        EXPECT_NEAR(number_attribute(tag, "x"), at.x(value), kLabelled) << shown;
        ++across;
      } else {
        EXPECT_EQ(chart.percents, shown.ends_with(" %")) << shown;
        const double share = chart.percents ? value / 100 : value;
        EXPECT_NEAR(number_attribute(tag, "y") - 4, at.y(share), kLabelled) << shown;
        ++up;
      }
    }
    EXPECT_GE(across, 2);
    EXPECT_GE(up, 2);
    EXPECT_LE(across + up, 20);
    EXPECT_EQ(tags(drawing, "<path class=\"axis\"").size(), static_cast<std::size_t>(up));
  }
}

TEST(ChartNumbers, MarksStandAtTheirPlacesAndOthersAreLeftOut) {
  LineChart chart{.title = "t", .x_label = "", .series = {any_series(3, 10, 1)}};
  const double inside = chart.series[0].x[4];
  chart.marks = {inside, chart.series[0].x[0] - 5};
  chart.marks_name = "kept";
  const std::string drawing = line_chart(chart);
  const auto marks = tags(drawing, "<polyline class=\"mark\"");
  ASSERT_EQ(marks.size(), 1U);
  const Points ends = points(attribute(marks[0], "points"));
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_NEAR(ends[0].first, scales_of(chart, drawing).x(inside), 2 * kDrawn);
  EXPECT_EQ(ends[0].first, ends[1].first);
  EXPECT_EQ(count_of(drawing, "kept"), 1U);
}

TEST(ChartNumbers, EverythingLiesInsideTheFrame) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LineChart chart{.title = "t", .x_label = "x", .series = {}};
    for (std::uint64_t s = 0; s < 1 + seed % 5; ++s) {
      chart.series.push_back(any_series(10 * seed + s, 1 + static_cast<int>(seed % 4), 1e3));
    }
    chart.from_zero = seed % 2 == 0;
    const std::string drawing = line_chart(chart);
    EXPECT_EQ(count_of(drawing, "viewBox=\"0 0 420 220\""), 1U);
    for (const char* start : {"<polyline", "<polygon"}) {
      for (const std::string& tag : tags(drawing, start)) {
        for (const auto& [x, y] : points(attribute(tag, "points"))) {
          EXPECT_TRUE(x >= 0 && x <= 420 && y >= 0 && y <= 220) << x << ' ' << y;
        }
      }
    }
    EXPECT_EQ(count_of(drawing, "<i style"), chart.series.size()) << "one entry of the legend each";
  }
}

TEST(ChartNumbers, BarsAreAsHighAsTheirNumbersOnTheirSideOfZero) {
  core::Rng rng{7};
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Bar> bars;
    for (Index i = 0; i < 2 + rng.below(30); ++i) {
      bars.push_back({.value = rng.normal(), .colour = static_cast<int>(i), .title = "b"});
    }
    bars.push_back({.value = 3, .title = "largest"});
    const std::string drawing = pictures::bar_chart("t", bars);
    const auto drawn = tags(drawing, "<rect");
    ASSERT_EQ(drawn.size(), bars.size());
    const double unit = number_attribute(drawn.back(), "height") / 3;
    const double zero =
        number_attribute(drawn.back(), "y") + number_attribute(drawn.back(), "height");
    double before = -1;
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const double height = number_attribute(drawn[i], "height");
      const double top = number_attribute(drawn[i], "y");
      EXPECT_NEAR(height, std::max(0.3, unit * std::abs(bars[i].value)), 2 * kDrawn);
      EXPECT_NEAR(bars[i].value > 0 ? top + height : top, zero, 0.4);
      EXPECT_GT(number_attribute(drawn[i], "x"), before);
      before = number_attribute(drawn[i], "x") + number_attribute(drawn[i], "width") - kDrawn * 4;
      EXPECT_EQ(attribute(drawn[i], "fill"), pictures::class_colour(bars[i].colour));
    }
  }
}

TEST(ChartNumbers, WordsAreEscaped) {
  const std::string hostile = "</svg><script>\"&'";
  LineChart chart{.title = hostile, .x_label = hostile, .series = {any_series(1, 3, 1)}};
  chart.series[0].name = hostile;
  chart.marks = {chart.series[0].x[1]};
  chart.marks_name = hostile;
  const std::string drawing =
      line_chart(chart) + pictures::bar_chart(hostile, {{.value = 1, .title = hostile}});
  EXPECT_EQ(fault_in_page(pictures::html_page(hostile, drawing, {{"id", hostile, "body"}})), "");
  EXPECT_EQ(count_of(drawing, "<script"), 0U);
}

TEST(TickNumbers, AreRoundEvenlySpacedAndInside) {
  core::Rng rng{8};
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = std::pow(10, 6 * rng.uniform() - 3) * rng.normal();
    const double width = std::pow(10, 6 * rng.uniform() - 3);
    const double high = low + width;
    const int about = static_cast<int>(4 + rng.below(3));
    const std::vector<double> found = pictures::ticks(low, high, about);
    ASSERT_LE(std::ssize(found), 2 * about);
    ASSERT_GE(std::ssize(found), 2) << "one number is no scale: " << low << ' ' << high;
    const double rounding = 1e-9 * width + 1e-14 * std::abs(low);
    EXPECT_GE(found.front(), low - rounding);
    EXPECT_LE(found.back(), high + rounding);
    const double step = found[1] - found[0];
    const double power = std::pow(10, std::floor(std::log10(step) + 1e-6));
    const double digit = std::round(step / power);
    EXPECT_NEAR(step, digit * power, rounding);
    EXPECT_TRUE(digit == 1 || digit == 2 || digit == 5) << step;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], found[0] + static_cast<double>(i) * step, 10 * rounding);
      EXPECT_NEAR(found[i], std::round(found[i] / (digit * power)) * digit * power, rounding);
    }
  }
}

TEST(TickNumbers, AreTwoAtLeastWhereTheRangeIsJustTooShortForTheRoundStep) {
  // A step of 5 would leave 0 alone.
  EXPECT_EQ(pictures::ticks(-4, 4.5, 4), (std::vector<double>{-4, -2, 0, 2, 4}));
}

}  // namespace
}  // namespace supdict::testing
