// SPDX-License-Identifier: BSD-3-Clause
// Numbers in binary files: any of the types of idx and npy, in either byte order.
#pragma once

#include <cstddef>
#include <string>

#include "supdict/types.hpp"

namespace supdict::data {

struct ScalarType {
  char kind = 'u';  ///< u unsigned, i signed, f floating point, b boolean, S bytes, U UTF-32
  std::size_t size = 1;
  bool big_endian = false;

  bool numeric() const { return kind != 'S' && kind != 'U'; }
  std::size_t bytes(Index count) const { return count * size; }
};

/// Converts `count` numbers of a numeric type; `stride` is the distance of the results in floats.
void to_floats(const char* raw, Index count, ScalarType type, float* to, Index stride = 1);

/// One label as text: whole numbers without a decimal point, text in UTF-8 without padding.
std::string to_label(const char* raw, ScalarType type);

}  // namespace supdict::data
