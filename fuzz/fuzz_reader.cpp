// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>

#include "read_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  supdict::fuzz::read_bytes({reinterpret_cast<const char*>(data), size}, SUPDICT_FUZZ_FORMAT);
  return 0;
}
