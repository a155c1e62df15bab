// SPDX-License-Identifier: BSD-3-Clause
// Inputs with a corrected checksum, so that the fuzzer's changes get past the check.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/json.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"

namespace supdict::fuzz {

inline std::string resealed_tensors(const std::string& bytes) {
  try {
    return model::TensorFile::parse(bytes).serialise();
  } catch (const Error&) {
    return bytes;
  }
}

inline std::string resealed_json(const std::string& text) {
  try {
    const nlohmann::json json = core::parse_json(text);
    return json.is_object() ? core::seal_json(json) : text;
  } catch (const Error&) {
    return text;
  }
}

}  // namespace supdict::fuzz
