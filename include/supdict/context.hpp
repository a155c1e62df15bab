// SPDX-License-Identifier: BSD-3-Clause
// Where work runs, and whether it is to continue.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "supdict/export.hpp"

namespace supdict {

namespace core {
class ThreadPool;
}

/// Cheap to copy; copies share one pool of threads. Thread-safe: any number of threads may work
/// with one Context, or with copies of it, at once. Their calls share the pool, and each calling
/// thread works on its own call, so none waits for another.
///
/// After fork() the child has none of its parent's threads: a Context from before the fork starts
/// threads of its own when it is first used there. Fork while no call of the library is under way.
class SUPDICT_EXPORT Context {
 public:
  /// No pool has more threads, however many are asked for.
  static constexpr int kMostThreads = 1024;
  /// Asking for more is taken for a mistake and throws Error.
  static constexpr int kMostAskedFor = 65536;

  /// `threads` = 0 means every core of the machine. Results do not depend on this number. Where the
  /// system does not give that many, work is done by those it gives; shortage() says so.
  ///
  /// `stop` ends work early: once it returns true, the calls that run with this Context throw
  /// Interrupted. It is asked for each signal that is coded, and again where that takes long, by
  /// the thread that codes it: so it must be quick and fit for several threads at once (read an
  /// atomic, ask a std::stop_token). What it throws comes out of the call in place of Interrupted.
  /// Nothing of the caller is left half changed, and all of it can be used again.
  explicit Context(int threads = 0, std::function<bool()> stop = {});

  /// The same with a GPU beside the threads: signals are coded on CUDA device number `device` where
  /// it serves what is asked (CodingSummary::device says what ran), and the rest on the threads.
  /// Throws Error (kDevice) where there is no such device, no driver, or no CUDA in this build.
  static Context cuda(int device = 0, int threads = 0, std::function<bool()> stop = {});

  /// The same by name:
  ///   "cpu"      threads alone
  ///   "cuda"     the first GPU; "cuda:1" the second
  ///   "auto"     the first GPU where there is one, for calls that take long enough on the threads
  ///              to be worth it; summaries say which calls were not
  /// Throws Error (kInvalidOption) for any other name, and what cuda() throws.
  static Context on(const std::string& device, int threads = 0, std::function<bool()> stop = {});

  /// Number of the CUDA device, or -1.
  int cuda_device() const { return cuda_device_; }
  /// "auto" was asked for.
  bool is_automatic() const { return automatic_; }
  /// The same threads and stop hook, and no GPU.
  Context without_cuda() const;

  /// How many there really are.
  int threads() const;
  /// "3 of 1024 threads could be started ...", a line for people; empty if there are as many as
  /// were asked for.
  std::string shortage() const;

  /// Throws Interrupted once `stop` says so.
  void throw_if_stopped() const;

  core::ThreadPool& pool() const { return *pool_; }

 private:
  std::shared_ptr<core::ThreadPool> pool_;
  std::shared_ptr<const std::function<bool()>> stop_;  ///< null: nothing stops it
  int cuda_device_ = -1;
  bool automatic_ = false;
};

/// The instruction set the kernels of this process use: "none", "avx2" or "avx512". The best one
/// the machine has, or the one named by the environment variable SUPDICT_SIMD.
SUPDICT_EXPORT std::string simd_level();

}  // namespace supdict
