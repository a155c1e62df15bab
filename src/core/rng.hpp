// SPDX-License-Identifier: BSD-3-Clause
// Random numbers from (seed, stream, counter), never from a global. A step of a training run can be
// replayed from its number alone, whatever ran before it or at the same time.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

#include "core/random_words.hpp"
#include "supdict/types.hpp"

namespace supdict::core {

class Rng {
 public:
  /// One independent stream per list of keys, for example {seed, part, epoch}.
  Rng(std::initializer_list<std::uint64_t> keys) : words_(keys) {}

  std::uint64_t next() { return words_.next(); }

  /// Uniform in [0, 1).
  double uniform() { return RandomWords::uniform(next()); }

  /// Uniform in {0, .., count - 1}.
  Index below(Index count) { return RandomWords::below(count, next()); }

  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (Index i = std::ssize(values) - 1; i > 0; --i) {
      std::swap(values[i], values[below(i + 1)]);
    }
  }

 private:
  RandomWords words_;
};

}  // namespace supdict::core
