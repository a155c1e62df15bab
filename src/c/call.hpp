// SPDX-License-Identifier: BSD-3-Clause
// The edge between C++ and C: what is thrown becomes a status and a message.
#pragma once

#include <string>

#include "supdict/supdict.h"

namespace supdict::c_api {

/// Keeps what the exception that is being handled says, for supdict_last_error().
SupdictStatus keep_error() noexcept;

/// Runs the body of a function of the C interface.
template <class Body>
SupdictStatus call(const Body& body) noexcept {
  try {
    body();
    return SUPDICT_OK;
  } catch (...) {
    return keep_error();
  }
}

/// Refuses NULL; `what` names the argument.
const void* not_null(const void* pointer, const char* what);

template <class Type>
Type& checked(Type* pointer, const char* what) {
  not_null(pointer, what);
  return *pointer;
}

}  // namespace supdict::c_api
