// SPDX-License-Identifier: BSD-3-Clause
// Options are declared once. An options struct is a plain aggregate with a default on each member
// and one static function
//
//   template <class Self, class Visitor>
//   static void fields(Self& self, Visitor&& visit) {
//     visit(self.tolerance, Field{.name = "tolerance", .help = "...", .min = 0, .max = 1});
//   }
//
// and that list drives validation, JSON, the command line, Python keywords and docs/parameters.md.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace supdict {

struct Field {
  std::string_view name;
  std::string_view help;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_excluded = false;
  std::vector<std::string> choices = {};  ///< allowed values of a text option; empty: any text
};

namespace options {

/// Throws Error(kInvalidOption) naming the field, its value and the bound. NaN never passes.
void check_number(const Field& field, double value);
void check_text(const Field& field, const std::string& value);

/// The entry of `names` with the smallest edit distance to `text`, or "" if nothing is close.
std::string nearest_name(std::string_view text, const std::vector<std::string>& names);

/// Throws Error(kInvalidOption): "unknown <what> 'text'; did you mean 'x'? known: a, b, c".
[[noreturn]] void throw_unknown(std::string_view what, std::string_view text,
                                const std::vector<std::string>& names);

template <class Options>
void validate(const Options& options) {
  Options::fields(options, [](const auto& value, const Field& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
      check_text(field, value);
    } else {
      check_number(field, static_cast<double>(value));
    }
  });
}

}  // namespace options
}  // namespace supdict
