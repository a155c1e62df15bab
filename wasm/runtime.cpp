// SPDX-License-Identifier: BSD-3-Clause
// What the compiler asks of the run-time library, and Debian's for WebAssembly lacks.
//
// Exceptions in WebAssembly, which this compiler cannot unwind: a throw hands status and message to
// JavaScript, which throws in its turn. The instance is left in the middle of a call, so JavaScript
// makes a new one (wasm/supdict.mjs). Where native code catches an error to say more, such as the
// name of a file, it keeps its first words and status here.
#include <cstdlib>
#include <new>
#include <typeinfo>

#include "supdict/error.hpp"
#include "supdict/supdict.h"

extern "C" {

// What the compiler calls; the names are not ours.
// NOLINTBEGIN(bugprone-reserved-identifier)

[[noreturn]] __attribute__((import_module("supdict"), import_name("fail"))) void supdict_fail(
    int status, const char* message);

void* __cxa_allocate_exception(std::size_t size) {
  return std::malloc(size);
}

void __cxa_free_exception(void* object) {
  std::free(object);
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void (*)(void*)) {
  if (*type != typeid(supdict::Error)) supdict_fail(SUPDICT_ERROR_INTERNAL, type->name());
  const auto* error = static_cast<const supdict::Error*>(object);
  // As in src/c/call.cpp, where exceptions are caught.
  supdict_fail(static_cast<int>(error->code()) + SUPDICT_ERROR_OPTION, error->what());
}

// There is one thread, which lives as long as the instance.
int __cxa_thread_atexit(void (*)(void*), void*, void*) {
  return 0;
}

// NOLINTEND(bugprone-reserved-identifier)
}
