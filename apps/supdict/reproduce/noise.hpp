// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <random>

namespace supdict::app {

/// Numbers of mean 0 and variance 1, nearly Gaussian: the sum of twelve uniform numbers. Unlike
/// std::normal_distribution, they are the same with every standard library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : bits_(seed) {}

  float next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits_() >> 11U) * 0x1p-53;
    return static_cast<float>(sum);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace supdict::app
