// SPDX-License-Identifier: BSD-3-Clause
// Sizes that the header of a file promises.
#pragma once

#include <string>

#include "data/byte_stream.hpp"
#include "supdict/types.hpp"

namespace supdict::data {

/// a * b, or Error(kFormat) if the product does not fit Index.
Index multiply_sizes(const std::string& file, Index a, Index b);

/// Refuses a header that promises more bytes than the source can hold, before anything is allocated
/// for them.
void check_backed(ByteStream& stream, Index bytes);

}  // namespace supdict::data
