// SPDX-License-Identifier: BSD-3-Clause
// Options that are lists of numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace supdict::decision {

/// The next number of the list, which is cut off. Nothing where it is none.
inline std::optional<double> take_number(std::string_view& list) {
  double value = 0;
  const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), value);
  if (error != std::errc()) return std::nullopt;
  list.remove_prefix(static_cast<std::size_t>(end - list.data()));
  return value;
}

inline void skip(std::string_view& list, std::string_view characters) {
  list.remove_prefix(std::min(list.find_first_not_of(characters), list.size()));
}

/// Numbers with commas or blanks between them. What is none, or not `allowed`, goes to
/// refuse(beginning of the rest, number of the entry), which throws.
template <class Allowed, class Refuse>
std::vector<double> numbers_in(std::string_view list, const Allowed& allowed,
                               const Refuse& refuse) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::vector<double> numbers;
  skip(list, kBlank);
  while (!list.empty()) {
    const std::string rest(list.substr(0, 24));
    const std::optional<double> number = take_number(list);
    const bool ends = list.empty() || list.find_first_of(", \t\r\n") == 0;
    if (!number || !ends || !allowed(*number)) refuse(rest, numbers.size());
    numbers.push_back(*number);
    skip(list, kBlank);
    if (!list.empty() && list.front() == ',') list.remove_prefix(1);
    skip(list, kBlank);
  }
  return numbers;
}

}  // namespace supdict::decision
