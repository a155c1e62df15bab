// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>

#include "handle_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  supdict::fuzz::handle_bytes({reinterpret_cast<const char*>(data), size}, SUPDICT_FUZZ_FORMAT);
  return 0;
}
