// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/reliability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "page_checks.hpp"
#include "pictures/html_page.hpp"
#include "pictures/report_page.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

using pictures::Reliability;

/// `right` of `n` labels of two classes are right, all given with probability `confidence`.
void add(Reliability& reliability, double confidence, int right, int n) {
  const Vector<double> probability{{confidence, 1 - confidence}};
  for (int i = 0; i < n; ++i) reliability.add(probability, 0, i < right ? 0 : 1);
}

TEST(Reliability, IsPerfectWhereLabelsAreRightAsOftenAsTheySay) {
  Reliability reliability;
  add(reliability, 0.9, 90, 100);
  add(reliability, 0.6, 30, 50);
  EXPECT_NEAR(reliability.calibration_error(), 0, 1e-12);
  EXPECT_EQ(reliability.n(), 150);
}

TEST(Reliability, WeighsTheBinsByTheirSignals) {
  Reliability reliability;
  add(reliability, 0.9, 60, 100);    // 0.3 too sure
  add(reliability, 0.55, 300, 300);  // 0.45 not sure enough
  EXPECT_NEAR(reliability.calibration_error(), (0.3 * 100 + 0.45 * 300) / 400, 1e-12);
}

TEST(Reliability, AveragesInsideABin) {
  Reliability reliability;
  add(reliability, 0.94, 0, 10);
  add(reliability, 0.99, 20, 20);  // both in the last of 15 bins
  EXPECT_NEAR(reliability.calibration_error(), (0.94 * 10 + 0.99 * 20 - 20) / 30, 1e-12);
}

TEST(Reliability, BinsHoldTheirUpperEnd) {
  Reliability reliability;
  add(reliability, 1, 1, 1);
  add(reliability, 10.0 / 15, 1, 1);
  add(reliability, 10.0 / 15 + 1e-9, 1, 1);
  EXPECT_EQ(reliability.bins()[14].n, 1);
  EXPECT_EQ(reliability.bins()[9].n, 1);
  EXPECT_EQ(reliability.bins()[10].n, 1);
  EXPECT_TRUE(std::isnan(reliability.bins()[0].accuracy()));
}

TEST(Reliability, LogLossIsFiniteEvenForTheImpossible) {
  Reliability reliability;
  add(reliability, 0.25, 1, 1);
  EXPECT_NEAR(reliability.log_loss(), std::log(4), 1e-12);
  add(reliability, 1, 0, 1);
  EXPECT_NEAR(reliability.log_loss(), (std::log(4) + 15 * std::log(10)) / 2, 1e-12);
}

TEST(Reliability, IsDrawnInTheReport) {
  Reliability reliability;
  add(reliability, 0.9, 60, 100);
  add(reliability, 0.55, 30, 50);
  const std::string charts = pictures::reliability_charts(reliability);
  EXPECT_EQ(fault_in_page(pictures::html_page("t", charts, {})), "");
  EXPECT_EQ(count_of(charts, "class=\"line\""), 2U);
  EXPECT_EQ(count_of(charts, "class=\"band\""), 1U);
  EXPECT_EQ(count_of(charts, "100 signals"), 1U);
  const Classifier<float> classifier = made_classifier({});
  const Dataset data = made_data(classifier, 40);
  const std::string page = pictures::make_report(classifier, &data, Context(1));
  EXPECT_EQ(count_of(page, "expected calibration error"), 1U);
  EXPECT_EQ(count_of(page, "Share of right labels by their probability"), 2U);
}

}  // namespace
}  // namespace supdict::testing
