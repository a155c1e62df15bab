// SPDX-License-Identifier: BSD-3-Clause
#include "c/call.hpp"

#include <new>

#include "supdict/error.hpp"
#include "supdict/version.hpp"

namespace supdict::c_api {
namespace {

/// Of this thread. `fixed` replaces `text` where there was no memory for a copy.
struct LastError {
  std::string text;
  const char* fixed = nullptr;
};

LastError& last_error() noexcept {
  thread_local LastError error;
  return error;
}

SupdictStatus keep(SupdictStatus status, const char* message) noexcept {
  try {
    last_error().text = message;
    last_error().fixed = nullptr;
  } catch (const std::exception&) {
    last_error().fixed = "there is not enough memory for the message of an error";
  }
  return status;
}

SupdictStatus status_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kInvalidOption:
      return SUPDICT_ERROR_OPTION;
    case ErrorCode::kInvalidShape:
      return SUPDICT_ERROR_SHAPE;
    case ErrorCode::kInvalidValue:
      return SUPDICT_ERROR_VALUE;
    case ErrorCode::kFile:
      return SUPDICT_ERROR_FILE;
    case ErrorCode::kFormat:
      return SUPDICT_ERROR_FORMAT;
    case ErrorCode::kDevice:
      return SUPDICT_ERROR_DEVICE;
  }
  return SUPDICT_ERROR_INTERNAL;
}

}  // namespace

SupdictStatus keep_error() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return keep(status_of(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    last_error().fixed = "there is not enough memory";
    return SUPDICT_ERROR_MEMORY;
  } catch (const std::exception& error) {
    return keep(SUPDICT_ERROR_INTERNAL, error.what());
  } catch (...) {
    return keep(SUPDICT_ERROR_INTERNAL, "unknown exception");
  }
}

const void* not_null(const void* pointer, const char* what) {
  if (pointer != nullptr) return pointer;
  throw Error(ErrorCode::kInvalidValue, std::string(what) + " is NULL; expected a pointer");
}

}  // namespace supdict::c_api

const char* supdict_version() {
  return SUPDICT_VERSION_TEXT;
}

const char* supdict_last_error() {
  const auto& error = supdict::c_api::last_error();
  return error.fixed != nullptr ? error.fixed : error.text.c_str();
}
