// SPDX-License-Identifier: BSD-3-Clause
// Structs that declare their fields, as JSON.
#include "supdict/fields_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace supdict {
namespace {

using Json = nlohmann::ordered_json;

enum class Weather { kRain, kSun };

constexpr auto names_of(Weather) {
  return std::to_array<std::string_view>({"rain", "sun"});
}

struct Day {
  double warmth = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.warmth, Field{.name = "warmth"});
  }
};

struct Week {
  Weather weather = Weather::kSun;
  std::optional<double> wind = {};
  std::vector<Day> days = {};
  std::vector<int> visitors = {};

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.weather, Field{.name = "weather"});
    visit(self.wind, Field{.name = "wind"});
    visit(self.days, Field{.name = "days"});
    visit(self.visitors, Field{.name = "visitors"});
  }
};

TEST(FieldsJson, StandInTheirOrder) {
  const Week week{.wind = 0.5, .days = {{20}, {21.5}}, .visitors = {3, 4}};
  EXPECT_EQ(json_of<Json>(week).dump(),
            R"({"weather":"sun","wind":0.5,"days":[{"warmth":20.0},{"warmth":21.5}],)"
            R"("visitors":[3,4]})");
}

struct Meal {
  std::string sauce = {};
  double salt = 0;
  Weather weather = Weather::kRain;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.sauce, Field{.name = "sauce", .if_used = true});
    visit(self.salt, Field{.name = "salt", .if_used = true});
    visit(self.weather, Field{.name = "weather", .if_used = true});
  }
};

TEST(FieldsJson, WhatIsYoungerThanTheFilesStandsThereOnlyWhereItIsUsed) {
  EXPECT_EQ(json_of<Json>(Meal{}).dump(), "{}");
  EXPECT_EQ(json_of<Json>(Meal{"mint", 0.5, Weather::kSun}).dump(),
            R"({"sauce":"mint","salt":0.5,"weather":"sun"})");
}

TEST(FieldsJson, WhatIsOpenOrNoNumberIsNullAndNothingIsAnArray) {
  EXPECT_EQ(json_of<Json>(Week{.weather = Weather::kRain}).dump(),
            R"({"weather":"rain","wind":null,"days":[],"visitors":[]})");
  EXPECT_EQ(json_of<Json>(Day{std::numeric_limits<double>::quiet_NaN()}).dump(),
            R"({"warmth":null})");
}

}  // namespace
}  // namespace supdict
