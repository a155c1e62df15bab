// SPDX-License-Identifier: BSD-3-Clause
// One pool for a whole computation. parallel_for may be nested: the inner loop is offered to idle
// threads, and its caller always works on it too, so nothing can dead-lock and never more than
// size() threads run.
#pragma once

#include <atomic>
#include <functional>

#include "supdict/types.hpp"

namespace supdict::core {

/// How many the machine runs at once; 1 where that is not known.
int hardware_threads();

class ThreadPool {
 public:
  /// Starts as many of `wanted` threads as the system allows; the calling thread is the first of
  /// them.
  explicit ThreadPool(int wanted);
  /// Must not be called while parallel_for runs.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int wanted() const { return wanted_; }
  int size() const;

  /// Runs body(i) for i in [0, count), in any order, and returns when all are done. The first
  /// exception is rethrown here; indices that have not been started are then skipped.
  void parallel_for(Index count, const std::function<void(Index)>& body);

 private:
  class Crew;
  Crew& crew();

  int wanted_;
  std::atomic<Crew*> crew_;  ///< owned
};

}  // namespace supdict::core
