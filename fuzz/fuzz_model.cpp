// SPDX-License-Identifier: BSD-3-Clause
// The model loader: any bytes give a model that classifies, or an Error.
#include <cstddef>
#include <cstdint>

#include "classify_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  supdict::fuzz::classify_bytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
