// SPDX-License-Identifier: BSD-3-Clause
// Errors of readers: "<file>: <what was found where>; expected <what>".
#pragma once

#include <string>
#include <system_error>

#include "supdict/error.hpp"

namespace supdict::data {

[[noreturn]] inline void fail(ErrorCode code, const std::string& file, const std::string& what) {
  throw Error(code, file + ": " + what);
}

[[noreturn]] inline void fail_format(const std::string& file, const std::string& what) {
  fail(ErrorCode::kFormat, file, what);
}

[[noreturn]] inline void fail_value(const std::string& file, const std::string& what) {
  fail(ErrorCode::kInvalidValue, file, what);
}

/// The message of an errno.
inline std::string system_message(int error) {
  return std::error_code(error, std::generic_category()).message();
}

}  // namespace supdict::data
