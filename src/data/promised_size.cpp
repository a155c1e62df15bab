// SPDX-License-Identifier: BSD-3-Clause
#include "data/promised_size.hpp"

#include <algorithm>

#include "data/fail.hpp"

namespace supdict::data {

Index multiply_sizes(const std::string& file, Index a, Index b) {
  Index product = 0;
  if (a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, &product)) return product;
  fail_format(file, "claims a size of " + std::to_string(a) + " x " + std::to_string(b) +
                        "; expected a size that fits the machine");
}

void check_backed(ByteStream& stream, Index bytes) {
  const auto bound = stream.source().size_bound();
  if (!bound || static_cast<std::uint64_t>(bytes) <= *bound - std::min(*bound, stream.offset())) {
    return;
  }
  fail_format(stream.name(), "its header promises " + std::to_string(bytes) +
                                 " bytes of data; the file has room for at most " +
                                 std::to_string(*bound - std::min(*bound, stream.offset())));
}

}  // namespace supdict::data
