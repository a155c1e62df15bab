// SPDX-License-Identifier: BSD-3-Clause
// The pool where a build has no threads: in place of src/core/thread_pool.cpp, with the same
// results.
#include "core/thread_pool.hpp"

namespace supdict::core {

class ThreadPool::Crew {};

int hardware_threads() {
  return 1;
}

ThreadPool::ThreadPool(int wanted) : wanted_(wanted), crew_(nullptr) {}

ThreadPool::~ThreadPool() = default;

int ThreadPool::size() const {
  return 1;
}

void ThreadPool::parallel_for(Index count, const std::function<void(Index)>& body) {
  for (Index i = 0; i < count; ++i) body(i);
}

}  // namespace supdict::core
