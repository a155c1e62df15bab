// SPDX-License-Identifier: BSD-3-Clause
// A mutex for what is made once and kept. Where a build has no threads (SUPDICT_SERIAL, wasm/),
// there is nothing to lock, and the standard library has no mutex either.
#pragma once

#ifdef SUPDICT_SERIAL

namespace supdict::core {

struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};

}  // namespace supdict::core

#else

#include <mutex>

namespace supdict::core {

using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;

}  // namespace supdict::core

#endif
