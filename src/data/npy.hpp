// SPDX-License-Identifier: BSD-3-Clause
// Arrays in numpy's format, alone in a file or inside an npz archive.
#pragma once

#include <optional>

#include "data/byte_stream.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

/// Samples (m, n) or (m, h, w), and labels (m) or (m, 1) if there are any.
std::unique_ptr<RowReader> read_npy(ByteStream&& samples, std::optional<ByteStream>&& labels,
                                    const std::string& format);

}  // namespace supdict::data
