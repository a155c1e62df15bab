// SPDX-License-Identifier: BSD-3-Clause
// Columns as whole numbers, for products with signals of bytes that have no rounding: an entry is a
// unit, one for each column, times a whole number of 31 bits, written in base 256 with digits from
// -128 to 127.
#pragma once

#include <cstdint>
#include <vector>

namespace supdict::cuda {

inline constexpr int kDigits = 4;
/// What the rounding to whole numbers does to an entry, of the largest one of its column: half a
/// unit.
inline constexpr double kDigitError = 0.5 / (127.0 * (1 << 24)) * (1 + 1e-9);
/// Sums of more products of bytes and digits might not fit 32 bits.
inline constexpr int kMostByteFeatures = 65536;

struct Digits {
  /// `rows` is n x columns.
  Digits(const std::vector<double>& rows, int n, int columns);

  int depth;                        ///< n rounded up to kDepthStep
  std::vector<std::int8_t> digits;  ///< digit d, lowest first, of entry t of column j is at
                                    ///< (j kDigits + d) depth + t; zeros past n
  std::vector<double> units;        ///< columns

  static constexpr int kDepthStep = 64;
};

}  // namespace supdict::cuda
