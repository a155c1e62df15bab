// SPDX-License-Identifier: BSD-3-Clause
// JSON from files: an invalid value is an Error that names its place.
#include "core/json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "supdict/config.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

using core::JsonValue;
using Json = nlohmann::json;

/// The message of the Error, with "!" before it if the code is not kFormat.
std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return (error.code() == ErrorCode::kFormat ? "" : "!") + std::string(error.what());
  }
  return "";
}

TEST(Json, EveryAccessNamesThePlaceTheValueAndWhatWasExpected) {
  const Json document =
      core::parse_json(R"({"a": [1, -2.5, "x", true, null, 1e300], "big": 18446744073709551615})");
  const JsonValue json(document);
  const auto a = json.at("a").items();
  EXPECT_EQ(a[0].whole(0, 5), 1);
  EXPECT_EQ(a[0].number(), 1);
  EXPECT_EQ(a[1].number(-3, 0), -2.5);
  EXPECT_EQ(a[2].text(), "x");
  EXPECT_TRUE(a[3].truth());
  EXPECT_TRUE(std::isnan(a[4].number_or_nan()));
  EXPECT_TRUE(json.has("a") && !json.has("b") && !a[0].has("b"));

  EXPECT_EQ(message_of([&] { json.at("b"); }), "b is missing");
  EXPECT_EQ(message_of([&] { a[0].at("b"); }), "a[0] is 1; expected an object with the entry b");
  EXPECT_EQ(message_of([&] { a[0].whole(2, 5); }),
            "a[0] is 1; expected a whole number from 2 to 5");
  EXPECT_EQ(message_of([&] { a[1].whole(-9, 9); }),
            "a[1] is -2.5; expected a whole number from -9 to 9");
  EXPECT_NE(message_of([&] { json.at("big").whole(0, 9); }), "");
  EXPECT_EQ(message_of([&] { a[3].number(); }), "a[3] is true; expected a number");
  EXPECT_EQ(message_of([&] { a[1].number(0); }), "a[1] is -2.5; expected a number of at least 0");
  EXPECT_EQ(message_of([&] { a[5].number(0, 1); }),
            "a[5] is 1e+300; expected a number from 0 to 1");
  EXPECT_EQ(message_of([&] { a[0].text(); }), "a[0] is 1; expected text");
  EXPECT_EQ(message_of([&] { a[0].truth(); }), "a[0] is 1; expected true or false");
  EXPECT_EQ(message_of([&] { a[0].items(); }), "a[0] is 1; expected an array");
  EXPECT_NE(message_of([&] { json.at("a").items(2); }).find("an array of 2 entries"),
            std::string::npos);
}

TEST(Json, InvalidTextIsReportedWithoutItsBytes) {
  EXPECT_EQ(message_of([] { core::parse_json("{\"\xe4\": 1}", "state"); }),
            "state is not JSON: parse error at line 1, column 4: syntax error while parsing object "
            "key - invalid string: ill-formed UTF-8 byte; last read: '\"?\"'; expected string "
            "literal");
  EXPECT_NE(message_of([] { core::parse_json(""); }), "");
  EXPECT_NE(message_of([] { core::parse_json("1e999"); }), "");
}

TEST(Json, DeepNestingIsRefused) {
  for (const int depth : {1000, 1000000}) {
    const auto deep = std::string(depth, '[');
    EXPECT_EQ(message_of([&] { core::parse_json(deep); }), "it nests deeper than 64 levels");
  }
  EXPECT_EQ(message_of([] { core::parse_json("{\"a\": [" + std::string(64, '['), "note"); }),
            "note nests deeper than 64 levels");
  EXPECT_NO_THROW(core::parse_json("[\"" + std::string(1000, '[') + "\"]"));
  EXPECT_NO_THROW(core::check_depth("no JSON", "note"));
  EXPECT_NO_THROW(core::parse_json(std::string(60, '[') + std::string(60, ']')));
}

TEST(SealedJson, ComesBackUnlessAnyByteHasChanged) {
  const Json object = {{"key", "a"}, {"mu", 0.1}, {"errors", {{0.25}, Json::array()}}};
  const std::string text = core::seal_json(object);
  EXPECT_EQ(core::unseal_json(text), object);
  EXPECT_EQ(core::seal_json(core::unseal_json(text)), text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int mask = 1; mask < 256; ++mask) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(damaged[i] ^ mask);
      try {
        EXPECT_EQ(core::unseal_json(damaged), object) << damaged;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::kFormat);
      }
    }
  }
  EXPECT_EQ(message_of([] { core::unseal_json("{}"); }), "checksum is missing");
  EXPECT_NE(message_of([] { core::unseal_json("[1]"); }), "");
}

TEST(Config, ValuesAreAsOneWouldTypeThem) {
  const Config config = parse_config(
      R"({"atoms": 64, "mu": 0.25, "method": "rec", "quiet": true, "log": null /* none */})", "c");
  const Config expected = {
      {"atoms", "64"}, {"mu", "0.25"}, {"method", "rec"}, {"quiet", "yes"}, {"log", std::nullopt}};
  EXPECT_EQ(config, expected);
}

TEST(Config, InvalidConfigsAreNamed) {
  EXPECT_EQ(message_of([] { parse_config(R"({"atoms": [3, {"a": 1}]})", "c"); }),
            "!config file 'c': atoms is [3,{\"a\":1}]; expected a number, a text, true or false");
  EXPECT_EQ(message_of([] { parse_config("[1]", "c"); }),
            "config file 'c': it is [1]; expected a JSON object of options");
  EXPECT_NE(message_of([] { parse_config("{", "c"); }).find("config file 'c': it is not JSON"),
            std::string::npos);
  EXPECT_NE(message_of([] { read_config("/nonexistent-folder/c"); }).find("cannot open"),
            std::string::npos);
}

}  // namespace
}  // namespace supdict
