// SPDX-License-Identifier: BSD-3-Clause
// What the library throws: Error for mistakes of the caller, Interrupted where the caller wants the
// work to end. Numerical outcomes (not converged, limited by precision) are reported in summaries.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "supdict/export.hpp"

namespace supdict {

enum class ErrorCode {
  kInvalidOption,  ///< an option is out of its bounds or unknown
  kInvalidShape,   ///< the sizes of two arguments do not fit
  kInvalidValue,   ///< a number is NaN, infinite or outside its domain
  kFile,           ///< a file cannot be read or written
  kFormat,         ///< the bytes of a file are not what they claim to be
  kDevice,         ///< a GPU is not there, or has failed
};

class SUPDICT_EXPORT Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// The caller stopped the work (Context, supdict/context.hpp). No mistake, so no Error.
class SUPDICT_EXPORT Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped by the caller"; }
};

}  // namespace supdict
