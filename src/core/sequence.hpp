// SPDX-License-Identifier: BSD-3-Clause
// Small things about standard sequences.
#pragma once

#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::core {

/// 0, 1, ..., count - 1.
template <class Number = Index>
std::vector<Number> numbers_below(Index count) {
  std::vector<Number> numbers(count);
  std::iota(numbers.begin(), numbers.end(), Number{0});
  return numbers;
}

/// The values at some places, in their order.
template <class Values>
auto pick(const Values& values, std::span<const Index> places) {
  std::vector<typename Values::value_type> picked;
  picked.reserve(places.size());
  for (const Index place : places) picked.push_back(values[place]);
  return picked;
}

/// As they lie in memory.
template <class Value>
std::string_view bytes_of(const Value* values, Index count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(Value)};
}

}  // namespace supdict::core
