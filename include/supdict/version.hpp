// SPDX-License-Identifier: BSD-3-Clause
// The version of these headers, for the preprocessor, and that of the library a program runs with.
// Before 1.0 a new minor version may change the interface; the name of the shared library says so
// (libsupdict.so.0.1, then libsupdict.so.0.2).
//
//   #if SUPDICT_VERSION >= 1002    // 0.1.2 or later
#pragma once

#include <string>

#include "supdict/export.hpp"

// The build stops where these are not the version that CMakeLists.txt gives the project.
#define SUPDICT_VERSION_MAJOR 0
#define SUPDICT_VERSION_MINOR 1
#define SUPDICT_VERSION_PATCH 0

/// One number that grows with the version: 1.2.3 is 1002003.
#define SUPDICT_VERSION \
  (SUPDICT_VERSION_MAJOR * 1000000 + SUPDICT_VERSION_MINOR * 1000 + SUPDICT_VERSION_PATCH)

#define SUPDICT_DETAIL_TEXT(number) #number
#define SUPDICT_DETAIL_VERSION(major, minor, patch) \
  SUPDICT_DETAIL_TEXT(major) "." SUPDICT_DETAIL_TEXT(minor) "." SUPDICT_DETAIL_TEXT(patch)
/// "0.1.0"
#define SUPDICT_VERSION_TEXT \
  SUPDICT_DETAIL_VERSION(SUPDICT_VERSION_MAJOR, SUPDICT_VERSION_MINOR, SUPDICT_VERSION_PATCH)

namespace supdict {

/// Version of the library that is linked or loaded, as text: "0.1.0". With a shared library it may
/// be newer than SUPDICT_VERSION_TEXT, which the compiler saw.
SUPDICT_EXPORT std::string version();

}  // namespace supdict
