// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "page_checks.hpp"
#include "pictures/report_page.hpp"
#include "pictures/training_notes.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

using pictures::NotedPart;
using pictures::NotedPoint;

std::string part(const std::string& path, const std::string& more = "") {
  return R"({"members":[{"parts":[{"path":)" + path + more + "}]}]}";
}

const std::vector<std::string> kHostile = {
    "",
    "not JSON",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    "\xFF\xFE",
    R"({"members":7})",
    R"({"members":[7,null,[],{}]})",
    R"({"members":[{"parts":{}}]})",
    R"({"members":[{"parts":[1,"a",null,{}]}]})",
    part("null"),
    part("{}"),
    part("[1,2,[],null]"),
    part(R"([{"iteration":"x"}])"),
    part(R"([{"iteration":1e999}])"),
    part(R"([{"iteration":5},{"iteration":3}])"),
    part(R"([{"iteration":1,"mu":[],"objective":{},"train_error":true}])"),
    part(R"([{"iteration":1,"objective":1e308},{"iteration":2,"objective":-1e308}])"),
    part(R"([{"iteration":1},{"iteration":1}])", R"(,"chosen":99,"classes":[99,-7,"<b>"])"),
    part(R"([{"iteration":1}])", R"(,"chosen":-1,"classes":[123456789012345678901234567890])"),
    part(R"([{"iteration":1}])", R"(,"chosen":"x","classes":"<script>")"),
    part(R"([{"iteration":-1e300,"mu":0.5},{"iteration":1e300,"mu":1}])"),
    std::string(100000, '['),
    std::string(100000, '{'),
    R"({"<script>alert(1)</script>":"<img src=x onerror=alert(1)>"})",
    R"({"a":{"b":[1,2,{"c":"</table></div>"}]}})",
};

TEST(Notes, ThatAreHostileNeitherCrashNorBreakThePage) {
  for (const std::string& note : kHostile) {
    Classifier<float> classifier = made_classifier({});
    classifier.notes = {{"training", note}, {"options", note}, {note.substr(0, 50), note}};
    const std::string page = pictures::make_report(classifier, nullptr, Context(1));
    EXPECT_EQ(fault_in_page(page), "") << note.substr(0, 80);
    EXPECT_EQ(count_of(page, "<script>alert"), 0U);
    EXPECT_EQ(count_of(page, "<img src=x"), 0U);
    EXPECT_LT(page.size(), 1000000U);
  }
}

TEST(Notes, WithManyPointsGiveAShortChart) {
  std::string path = "[";
  for (int i = 0; i < 20000; ++i) {
    path += (i == 0 ? "" : ",") + std::string("{\"iteration\":") + std::to_string(i) + ",\"mu\":1}";
  }
  const auto parts = pictures::training_note({{"training", part(path + "]")}});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_LE(pictures::mean_over_parts("mu", parts, &NotedPoint::mu).x.size(), 300U);
}

TEST(Notes, MeanKeepsTheLastValueOfPartsThatEndedEarly) {
  NotedPart early;
  early.path = {{.iteration = 1, .objective = 4}, {.iteration = 2, .objective = 2}};
  NotedPart late = early;
  late.path.push_back({.iteration = 5, .objective = 0});
  const auto series = pictures::mean_over_parts("o", {early, late}, &NotedPoint::objective);
  EXPECT_EQ(series.x, (std::vector<double>{1, 2, 5}));
  EXPECT_EQ(series.y, (std::vector<double>{4, 2, 1}));
  EXPECT_EQ(series.low, (std::vector<double>{4, 2, 0}));
  EXPECT_EQ(series.high, (std::vector<double>{4, 2, 2}));
}

TEST(Notes, OptionsKeepTheirOrder) {
  const auto options = pictures::options_note({{"options", R"({"b":1,"a":"x","c":[true]})"}});
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"b", "1"}, {"a", "x"}, {"c", "[true]"}};
  EXPECT_EQ(options, expected);
}

}  // namespace
}  // namespace supdict::testing
