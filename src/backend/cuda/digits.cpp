// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/digits.hpp"

#include <algorithm>
#include <cmath>

namespace supdict::cuda {

Digits::Digits(const std::vector<double>& rows, int n, int columns)
    : depth((n + kDepthStep - 1) / kDepthStep * kDepthStep) {
  constexpr double kMostUnits = 127.0 * (1 << 24);
  constexpr std::int64_t kBase = 256;
  const std::size_t wide = columns;
  const std::size_t deep = depth;
  const std::size_t high = n;
  digits.resize(wide * kDigits * deep);
  units.resize(wide);
  for (std::size_t j = 0; j < wide; ++j) {
    double largest = 0;
    for (std::size_t t = 0; t < high; ++t)
      largest = std::max(largest, std::abs(rows[t * wide + j]));
    if (!(largest > 0)) continue;
    units[j] = largest / kMostUnits;
    for (std::size_t t = 0; t < high; ++t) {
      std::int64_t rest = std::llround(rows[t * wide + j] / largest * kMostUnits);
      for (std::size_t d = 0; d < kDigits; ++d) {
        const std::int64_t digit = ((rest + kBase / 2) & (kBase - 1)) - kBase / 2;
        digits[(j * kDigits + d) * deep + t] = static_cast<std::int8_t>(digit);
        rest = (rest - digit) / kBase;
      }
    }
  }
}

}  // namespace supdict::cuda
