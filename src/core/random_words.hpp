// SPDX-License-Identifier: BSD-3-Clause
// The integers behind random streams: constexpr and without other headers of the project, so that a
// device draws what the host draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace supdict::core {

class RandomWords {
 public:
  /// One independent stream per list of keys, for example {seed, part, epoch}.
  constexpr RandomWords(std::initializer_list<std::uint64_t> keys) {
    for (const std::uint64_t key : keys) state_ = mix(state_ ^ mix(key + kGolden));
  }

  constexpr std::uint64_t next() {
    state_ += kGolden;
    return mix(state_);
  }
  /// The word that next() will return after `count` others.
  constexpr std::uint64_t after(std::uint64_t count) const {
    return mix(state_ + (count + 1) * kGolden);
  }

  /// A word as a number, uniform in [0, 1).
  static constexpr double uniform(std::uint64_t word) {
    return static_cast<double>(word >> 11) * 0x1.0p-53;
  }
  /// A word as a number, uniform in {0, .., count - 1}.
  static constexpr std::ptrdiff_t below(std::ptrdiff_t count, std::uint64_t word) {
    return static_cast<std::ptrdiff_t>(uniform(word) * static_cast<double>(count));
  }

  /// The finaliser of splitmix64.
  static constexpr std::uint64_t mix(std::uint64_t z) {
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
  constexpr Permutation(std::initializer_list<std::uint64_t> keys, std::ptrdiff_t count)
      : count_(count) {
    RandomWords words(keys);
    for (std::uint64_t& key : keys_) key = words.next();
    while ((std::ptrdiff_t{1} << (2 * half_bits_)) < count) ++half_bits_;
  }

  constexpr std::ptrdiff_t at(std::ptrdiff_t i) const {
    auto x = static_cast<std::uint64_t>(i);
    do {
      x = encrypt(x);
    } while (x >= static_cast<std::uint64_t>(count_));
    return static_cast<std::ptrdiff_t>(x);
  }

 private:
  static constexpr int kRounds = 4;

  constexpr std::uint64_t encrypt(std::uint64_t x) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = x >> half_bits_;
    std::uint64_t right = x & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t mixed = left ^ (RandomWords::mix(right + key) & mask);
      left = right;
      right = mixed;
    }
    return (left << half_bits_) | right;
  }

  std::ptrdiff_t count_;
  int half_bits_ = 0;
  std::uint64_t keys_[kRounds] = {};
};

}  // namespace supdict::core
