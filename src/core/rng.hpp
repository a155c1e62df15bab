// SPDX-License-Identifier: BSD-3-Clause
// Random numbers from (seed, stream, counter), never from a global: a step of a training run can be
// replayed from its number alone, whatever ran before it or beside it.
#pragma once

#include <array>
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
  Index below(Index count) { return static_cast<Index>(uniform() * static_cast<double>(count)); }

  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (Index i = std::ssize(values) - 1; i > 0; --i) {
      std::swap(values[static_cast<std::size_t>(i)],
                values[static_cast<std::size_t>(below(i + 1))]);
    }
  }

  /// The finaliser of splitmix64.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

  std::uint64_t state_ = 0;
};

/// A random permutation of 0 .. count-1 that is never written down: entry i costs a few
/// multiplications. A Feistel network on the next power of four, walked until it lands inside.
class Permutation {
 public:
  Permutation(std::initializer_list<std::uint64_t> keys, Index count) : count_(count) {
    Rng rng(keys);
    for (std::uint64_t& key : keys_) key = rng.next();
    while ((Index{1} << (2 * half_bits_)) < count) ++half_bits_;
  }

  Index at(Index i) const {
    auto x = static_cast<std::uint64_t>(i);
    do {
      x = encrypt(x);
    } while (x >= static_cast<std::uint64_t>(count_));
    return static_cast<Index>(x);
  }

 private:
  static constexpr int kRounds = 4;

  std::uint64_t encrypt(std::uint64_t x) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = x >> half_bits_;
    std::uint64_t right = x & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t mixed = Rng::mix(right + key) & mask;
      left = std::exchange(right, left ^ mixed);
    }
    return (left << half_bits_) | right;
  }

  Index count_;
  int half_bits_ = 0;
  std::array<std::uint64_t, kRounds> keys_{};
};

}  // namespace supdict::core
