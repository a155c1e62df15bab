// SPDX-License-Identifier: BSD-3-Clause
// Options of a run as text: in the notes of a model, in config files, and back.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/rng.hpp"
#include "supdict/config.hpp"
#include "supdict/dataset.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/error.hpp"
#include "supdict/fields_json.hpp"
#include "supdict/objective.hpp"
#include "supdict/tune.hpp"
#include "training/generated.hpp"

namespace supdict::testing {
namespace {

using core::Rng;

/// A number inside the bounds of its field; far from both ends where they allow it.
double any_number(const Field& field, Rng& rng) {
  const double low = std::max(field.min, -1e6);
  const double high = std::min(field.max, 1e6);
  return low + (high - low) * rng.uniform() * (rng.uniform() < 0.5 ? 1e-3 : 1);
}

/// Every option has a value that it may have, mostly not its default.
template <class Options>
Options any_options(std::uint64_t seed) {
  Rng rng{seed};
  Options options;
  Options::fields(options, [&](auto& value, const Field& field) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (Named<Value>) {
      const auto all = names<Value>();
      value = parse_name<Value>(field.name, all[rng.below(std::ssize(all))]);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (!field.choices.empty()) value = field.choices[rng.below(std::ssize(field.choices))];
    } else if constexpr (options::kMayBeOpen<Value>) {
      value.reset();
      using Number = typename Value::value_type;
      if (rng.uniform() < 0.7) value = static_cast<Number>(any_number(field, rng));
    } else {
      value = static_cast<Value>(any_number(field, rng));
    }
  });
  return options;
}

/// As a reader of a config file sets them.
template <class Options>
void set_from(const Config& config, Options& options) {
  Options::fields(options, [&](auto& value, const Field& field) {
    using Value = std::decay_t<decltype(value)>;
    const auto found = config.find(std::string(field.name));
    if (found == config.end()) {
      EXPECT_TRUE(field.if_used) << field.name;
      return;
    }
    if (!found->second) return;  // null: as it is
    const std::string& text = *found->second;
    const auto read = [&](auto number) {
      const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
      EXPECT_TRUE(parsed.ec == std::errc() && parsed.ptr == text.data() + text.size())
          << field.name << " is " << text;
      return number;
    };
    if constexpr (Named<Value>) {
      value = parse_name<Value>(field.name, text);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      value = text;
    } else if constexpr (options::kMayBeOpen<Value>) {
      value = options::unless_open(field, read(typename Value::value_type{}));
    } else {
      value = read(Value{});
    }
  });
}

/// One line for each field, every digit in it.
template <class Options>
std::vector<std::string> lines(const Options& options) {
  std::vector<std::string> result;
  Options::fields(options, [&](const auto& value, const Field& field) {
    result.push_back(std::string(field.name) + "=" + json_of<nlohmann::json>(value, field).dump());
  });
  return result;
}

TEST(OptionsText, ComeBackFromAConfigFileToTheLastBit) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto made = any_options<TrainOptions>(seed);
    const std::string text = json_of<nlohmann::json>(made).dump();
    TrainOptions back;
    back.lambda0 = back.lambda2 = back.mu = std::nullopt;
    set_from(parse_config(text, "options"), back);
    EXPECT_EQ(lines(back), lines(made));
    EXPECT_EQ(json_of<nlohmann::json>(back).dump(), text);
  }
}

TEST(OptionsText, OfATrainedModelMakeTheSameModelAgain) {
  const auto data = mixed_patterns<double>(8, 60, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.atoms = 8;
  options.iterations = 20;
  options.kappa = 0.1 + 0.2;
  options.lambda2.reset();
  const auto result = train<double>(data.X, data.labels, options);
  TrainOptions again;
  set_from(parse_config(result.classifier.notes.at("options"), "note"), again);
  EXPECT_EQ(lines(again), lines(result.summary.resolved));
  EXPECT_EQ(all_parameters(train<double>(data.X, data.labels, again).classifier),
            all_parameters(result.classifier));
}

/// What holds for every list of options there is.
template <class Options>
void check_fields() {
  std::set<std::string> seen;
  const Options usual;
  Options::fields(usual, [&](const auto& value, const Field& field) {
    EXPECT_TRUE(seen.insert(std::string(field.name)).second) << field.name << " twice";
    EXPECT_EQ(std::string(field.name).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
              std::string::npos)
        << field.name;
    EXPECT_GT(field.help.size(), 8U) << field.name;
    EXPECT_NE(field.help.back(), '.') << field.name;
    EXPECT_LE(field.min, field.max) << field.name;
    std::set<std::string> choices(field.choices.begin(), field.choices.end());
    EXPECT_EQ(choices.size(), field.choices.size()) << field.name;
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, bool>) {
      EXPECT_EQ(field.choices, names<bool>()) << field.name;
    } else if constexpr (!std::is_same_v<Value, std::string>) {
      EXPECT_TRUE(field.choices.empty()) << field.name;
    }
  });
  EXPECT_NO_THROW(options::validate(usual));
}

TEST(OptionsText, EveryFieldHasANameAHelpAndADefaultThatIsAllowed) {
  check_fields<TrainOptions>();
  check_fields<TuneOptions>();
  check_fields<CodingOptions>();
  check_fields<DictionaryOptions>();
  check_fields<ObjectiveOptions>();
  check_fields<PreprocessingOptions>();
  check_fields<ReadOptions>();
}

TEST(OptionsText, EachBoundOfEachFieldIsChecked) {
  Index checked = 0;
  const auto try_value = [&](const std::string& name, double number) {
    TrainOptions options;
    TrainOptions::fields(options, [&](auto& value, const Field& field) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double> ||
                    std::is_same_v<std::decay_t<decltype(value)>, std::optional<double>>) {
        if (field.name == name) value = number;
      }
    });
    ++checked;
    EXPECT_THROW(options::validate(options), Error) << name << " = " << number;
  };
  const TrainOptions usual;
  TrainOptions::fields(usual, [&](const auto& value, const Field& field) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>>) {
      const std::string name(field.name);
      try_value(name, std::numeric_limits<double>::quiet_NaN());
      if (std::isfinite(field.min)) try_value(name, field.min_excluded ? field.min : field.min - 1);
      if (std::isfinite(field.max)) try_value(name, 2 * std::abs(field.max) + 1);
    }
  });
  EXPECT_GT(checked, 30);
}

}  // namespace
}  // namespace supdict::testing
