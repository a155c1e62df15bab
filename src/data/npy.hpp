// SPDX-License-Identifier: BSD-3-Clause
// Arrays in numpy's format, alone in a file or inside an npz archive.
#pragma once

#include <optional>
#include <vector>

#include "data/byte_stream.hpp"
#include "data/scalar.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

struct NpyHeader {
  ScalarType type;
  bool fortran = false;
  std::vector<Index> shape;

  Index n_values(const std::string& file) const;  ///< product of the shape, checked
};

/// Reads magic, version and dictionary; `stream` is then at the data.
NpyHeader read_npy_header(ByteStream& stream);

/// Samples (m, n) or (m, h, w), and labels (m) or (m, 1) if there are any.
std::unique_ptr<RowReader> read_npy(ByteStream&& samples, std::optional<ByteStream>&& labels,
                                    const std::string& format);

}  // namespace supdict::data
