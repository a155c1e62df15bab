// SPDX-License-Identifier: BSD-3-Clause
// One input of the fuzzer for any `kind`. Shared with the tests, which replay the corpus with any
// compiler.
#pragma once

#include <string>

#include "classify_bytes.hpp"
#include "read_bytes.hpp"
#include "resume_bytes.hpp"

namespace supdict::fuzz {

/// Whether the bytes are valid; false for data files, valid or not. Aborts if a guarantee is
/// violated.
inline bool handle_bytes(const std::string& bytes, const std::string& kind) {
  if (kind == "model") return classify_bytes(bytes);
  if (kind == "checkpoint") return resume_bytes(bytes);
  if (kind == "tune_state") return tune_on_bytes(bytes);
  if (kind == "config") return configure_from_bytes(bytes);
  read_bytes(bytes, kind);
  return false;
}

}  // namespace supdict::fuzz
