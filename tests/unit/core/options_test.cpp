// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "supdict/coding.hpp"
#include "supdict/objective.hpp"
#include "supdict/options.hpp"
#include "support/expect.hpp"

namespace supdict::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

const Field kShare{.name = "share", .help = "a share", .min = 0, .max = 1, .min_excluded = true};

TEST(Options, ANumberInsideItsBoundsPasses) {
  EXPECT_NO_THROW(options::check_number(kShare, 1e-300));
  EXPECT_NO_THROW(options::check_number(kShare, 1));
  EXPECT_NO_THROW(options::check_number(Field{.name = "any", .help = "any"}, -1e300));
}

TEST(Options, ANumberOutsideItsBoundsIsNamedWithValueAndBound) {
  for (const double bad : {0.0, -1.0, 1.5, kNan, kInf, -kInf}) {
    expect_error(ErrorCode::kInvalidOption, {"share is ", "expected above 0 and at most 1"},
                 [&] { options::check_number(kShare, bad); });
  }
  expect_error(ErrorCode::kInvalidOption, {"share is 1.5"},
               [] { options::check_number(kShare, 1.5); });
}

TEST(Options, BoundsOnOneSideReadWell) {
  const Field low{.name = "low", .help = "", .min = 2};
  const Field high{.name = "high", .help = "", .max = 3};
  const Field any{.name = "any", .help = ""};
  expect_error(ErrorCode::kInvalidOption, {"low is 1; expected at least 2"},
               [&] { options::check_number(low, 1); });
  expect_error(ErrorCode::kInvalidOption, {"high is 4; expected at most 3"},
               [&] { options::check_number(high, 4); });
  expect_error(ErrorCode::kInvalidOption, {"any is nan; expected a number"},
               [&] { options::check_number(any, std::abs(kNan)); });
}

TEST(Options, TextMustBeOneOfTheChoices) {
  const Field field{.name = "colour", .help = "", .choices = {"red", "green"}};
  EXPECT_NO_THROW(options::check_text(field, "green"));
  EXPECT_NO_THROW(options::check_text(Field{.name = "note", .help = ""}, "anything"));
  expect_error(ErrorCode::kInvalidOption,
               {"unknown colour 'gren'", "did you mean 'green'?", "known: red, green"},
               [&] { options::check_text(field, "gren"); });
}

enum class Colour { kRed, kGreen };
constexpr auto names_of(Colour) {
  return std::to_array<std::string_view>({"red", "green"});
}

struct Paint {
  Colour colour = Colour::kGreen;
  bool shiny = false;
  std::optional<int> coats = {};
  std::optional<double> minutes = {};

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.colour, Field{.name = "colour", .help = "of the paint"});
    visit(self.shiny, Field{.name = "shiny", .help = "or dull", .choices = names<bool>()});
    visit(self.coats, Field{.name = "coats", .help = "how many", .min = 1, .max = 9, .open = 0});
    visit(self.minutes, Field{.name = "minutes", .help = "to dry", .min = 0});
  }
};

/// As a file says it: names and values, one after the other.
std::string written(const Paint& paint) {
  std::ostringstream text;
  Paint::fields(paint, [&](const auto& value, const Field& field) {
    options::write_value(value, field, [&](const auto& plain) {
      text << field.name << '=';
      if constexpr (std::is_same_v<std::decay_t<decltype(plain)>, std::nullptr_t>) {
        text << "null ";
      } else {
        text << plain << ' ';
      }
    });
  });
  return text.str();
}

TEST(Options, ChoicesAreSpelledWithTheNamesOfTheirEnum) {
  EXPECT_EQ(names<Colour>(), (std::vector<std::string>{"red", "green"}));
  for (const Colour colour : {Colour::kRed, Colour::kGreen}) {
    EXPECT_EQ(parse_name<Colour>("colour", to_string(colour)), colour);
  }
  EXPECT_FALSE(parse_name<bool>("shiny", "no"));
  EXPECT_TRUE(parse_name<bool>("shiny", "yes"));
  expect_error(ErrorCode::kInvalidOption, {"unknown colour 'gren'", "did you mean 'green'?"},
               [] { parse_name<Colour>("colour", "gren"); });
  expect_error(ErrorCode::kInvalidOption, {"unknown shiny 'true'", "known: no, yes"},
               [] { parse_name<bool>("shiny", "true"); });
}

TEST(Options, AValueThatWasCastIsRefused) {
  EXPECT_EQ(to_string(static_cast<Colour>(2)), "");
  EXPECT_EQ(to_string(static_cast<Colour>(-1)), "");
  expect_error(ErrorCode::kInvalidOption, {"colour is none of its values", "red, green"},
               [] { options::validate(Paint{.colour = static_cast<Colour>(2)}); });
}

TEST(Options, WhatIsLeftOpenIsWrittenAsFilesAlwaysSpelledIt) {
  EXPECT_EQ(written({}), "colour=green shiny=no coats=0 minutes=null ");
  EXPECT_EQ(written({.colour = Colour::kRed, .shiny = true, .coats = 3, .minutes = 0.5}),
            "colour=red shiny=yes coats=3 minutes=0.5 ");
}

TEST(Options, TheOpenNumberIsOneInTextAloneAndOutOfBoundsInCpp) {
  const Field coats{.name = "coats", .help = "", .min = 1, .open = 0};
  EXPECT_EQ(options::unless_open(coats, 0), std::nullopt);
  EXPECT_EQ(options::unless_open(coats, 2), 2);
  EXPECT_EQ(options::unless_open(Field{.name = "any", .help = ""}, 0), 0);
  EXPECT_NO_THROW(options::validate(Paint{}));
  expect_error(ErrorCode::kInvalidOption, {"coats is 0; expected at least 1", "may be left out"},
               [] { options::validate(Paint{.coats = 0}); });
}

TEST(Options, TheNearestNameIsOfferedOnlyWhenSomethingIsClose) {
  const std::vector<std::string> names = {"lambda0", "lambda1", "tolerance", "cd"};
  EXPECT_EQ(options::nearest_name("lamda1", names), "lambda1");
  EXPECT_EQ(options::nearest_name("tolerence", names), "tolerance");
  EXPECT_EQ(options::nearest_name("CD", names), "cd");
  EXPECT_EQ(options::nearest_name("tolerance", names), "tolerance");
  EXPECT_EQ(options::nearest_name("xyzzy-plugh-quux", names), "");
  EXPECT_EQ(options::nearest_name("anything", {}), "");
  expect_error(ErrorCode::kInvalidOption, {"unknown key 'xyzzy-plugh'; known: lambda0, lambda1"},
               [&] { options::throw_unknown("key", "xyzzy-plugh", names); });
}

template <class Options>
std::vector<Field> fields_of() {
  std::vector<Field> fields;
  const Options options;
  Options::fields(options, [&](const auto&, const Field& field) { fields.push_back(field); });
  return fields;
}

TEST(Options, EveryFieldHasAUniqueNameAndAHelpText) {
  for (const auto& fields : {fields_of<CodingOptions>(), fields_of<ObjectiveOptions>()}) {
    std::set<std::string_view> names;
    for (const Field& field : fields) {
      EXPECT_FALSE(field.name.empty());
      EXPECT_FALSE(field.help.empty()) << field.name;
      EXPECT_TRUE(names.insert(field.name).second) << field.name << " twice";
      EXPECT_LE(field.min, field.max) << field.name;
    }
  }
  EXPECT_EQ(fields_of<CodingOptions>().size(), 5U);
  EXPECT_EQ(fields_of<ObjectiveOptions>().size(), 2U);
}

TEST(Options, DefaultsAreValid) {
  EXPECT_NO_THROW(options::validate(CodingOptions{}));
  EXPECT_NO_THROW(options::validate(ObjectiveOptions{}));
}

TEST(Options, AVisitorMayWriteThroughTheFields) {
  CodingOptions options;
  CodingOptions::fields(options, []<class Value>(Value& value, const Field& field) {
    if constexpr (std::is_same_v<Value, int>) value = field.name == "max_iterations" ? 7 : 0;
  });
  EXPECT_EQ(options.max_iterations, 7);
}

}  // namespace
}  // namespace supdict::testing
