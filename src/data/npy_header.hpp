// SPDX-License-Identifier: BSD-3-Clause
// The header of an array in numpy's format.
#pragma once

#include <string>
#include <vector>

#include "data/byte_stream.hpp"
#include "data/scalar.hpp"

namespace supdict::data {

struct NpyHeader {
  ScalarType type;
  bool fortran = false;
  std::vector<Index> shape;

  Index n_values(const std::string& file) const;  ///< product of the shape, checked
};

/// Reads magic, version and dictionary; `stream` is then at the data.
NpyHeader read_npy_header(ByteStream& stream);

}  // namespace supdict::data
