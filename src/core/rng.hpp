// SPDX-License-Identifier: BSD-3-Clause
// Random numbers from (seed, stream, counter), never from a global: a step of a training run can be
// replayed from its number alone, whatever ran before it or beside it.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::core {

class Rng {
 public:
  /// One independent stream per list of keys, for example {seed, part, epoch}.
  Rng(std::initializer_list<std::uint64_t> keys) {
    for (const std::uint64_t key : keys) state_ = mix(state_ ^ mix(key + kGolden));
  }

  std::uint64_t next() {
    state_ += kGolden;
    return mix(state_);
  }

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform in {0, .., count - 1}.
  Index below(Index count) {
    return static_cast<Index>(uniform() * static_cast<double>(count));
  }

  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (Index i = std::ssize(values) - 1; i > 0; --i) {
      std::swap(values[static_cast<std::size_t>(i)], values[static_cast<std::size_t>(below(i + 1))]);
    }
  }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

  /// The finaliser of splitmix64.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_ = 0;
};

}  // namespace supdict::core
