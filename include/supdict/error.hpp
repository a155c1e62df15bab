// SPDX-License-Identifier: BSD-3-Clause
// The one exception type of the library. It is thrown for mistakes of the caller only; numerical
// outcomes (not converged, limited by precision) are reported in summaries instead.
#pragma once

#include <stdexcept>
#include <string>

namespace supdict {

enum class ErrorCode {
  kInvalidOption,  ///< an option is out of its bounds or unknown
  kInvalidShape,   ///< the sizes of two arguments do not fit
  kInvalidValue,   ///< a number is NaN, infinite or outside its domain
  kFile,           ///< a file cannot be read or written
  kFormat,         ///< the bytes of a file are not what they claim to be
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace supdict
