// SPDX-License-Identifier: BSD-3-Clause
// Where work runs. A Context is cheap to copy; copies share one pool of threads.
#pragma once

#include <memory>
#include <string>

namespace supdict {

namespace core {
class ThreadPool;
}

class Context {
 public:
  /// `threads` = 0 means every core of the machine. Results do not depend on this number.
  explicit Context(int threads = 0);

  int threads() const;
  core::ThreadPool& pool() const { return *pool_; }

 private:
  std::shared_ptr<core::ThreadPool> pool_;
};

/// The instruction set the kernels of this process use: "none", "avx2" or "avx512". The best one
/// the machine has, or the one named by the environment variable SUPDICT_SIMD.
std::string simd_level();

}  // namespace supdict
