// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "page_checks.hpp"
#include "pictures/html_page.hpp"
#include "pictures/svg_chart.hpp"

namespace supdict::testing {
namespace {

using pictures::LineChart;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

LineChart chart_of(std::vector<double> x, std::vector<double> y) {
  LineChart chart;
  chart.title = "title";
  chart.series = {{.name = "series", .x = std::move(x), .y = std::move(y)}};
  return chart;
}

/// Charts are checked in a page.
std::string fault_in(const std::string& chart) {
  return fault_in_page(pictures::html_page("t", chart, {}));
}

TEST(Chart, DrawsALineThroughThePoints) {
  const std::string chart = line_chart(chart_of({0, 1, 2}, {3, 1, 2}));
  EXPECT_EQ(fault_in(chart), "");
  EXPECT_EQ(count_of(chart, "class=\"line\""), 1U);
}

TEST(Chart, IsLeftOutWhenThereIsNothingToDraw) {
  EXPECT_EQ(line_chart(chart_of({}, {})), "");
  EXPECT_EQ(line_chart(chart_of({1, 2}, {NAN, kInfinity})), "");
  EXPECT_EQ(pictures::bar_chart("t", {}), "");
}

TEST(Chart, NeverWritesNanOrInfinity) {
  for (const double odd : {std::nan(""), kInfinity, -kInfinity, 1e308, -1e308, 1e-308, 0.0}) {
    LineChart chart = chart_of({0, odd, 2, 3}, {odd, 1, odd, 2});
    chart.series[0].low = {odd, odd, 0, 1};
    chart.series[0].high = {odd, 3, odd, 3};
    chart.marks = {odd};
    chart.from_zero = true;
    const std::string text =
        line_chart(chart) + pictures::bar_chart("b", {{odd, 0, "x"}, {1, 1, "y"}});
    EXPECT_EQ(fault_in(text), "");
    EXPECT_EQ(count_of(text, "nan"), 0U) << odd;
    EXPECT_EQ(count_of(text, "inf"), 0U) << odd;
    EXPECT_LT(text.size(), 20000U);
  }
}

TEST(Chart, OfConstantValuesHasAnAxis) {
  EXPECT_GT(count_of(line_chart(chart_of({0, 1}, {7, 7})), "class=\"axis\""), 0U);
  EXPECT_GT(count_of(line_chart(chart_of({5}, {0})), "<circle"), 0U);
}

TEST(Ticks, AreRoundAndFew) {
  EXPECT_EQ(pictures::ticks(0, 1, 5),
            (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(pictures::ticks(-3, 5, 4), (std::vector<double>{-2, 0, 2, 4}));
  EXPECT_LT(pictures::ticks(1, 1 + 1e-15, 4).size(), 20U);
}

}  // namespace
}  // namespace supdict::testing
