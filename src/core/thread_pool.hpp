// SPDX-License-Identifier: BSD-3-Clause
// One pool for a whole computation. parallel_for may be called from inside parallel_for: the inner
// loop is offered to idle threads, and its caller always works on it itself, so nothing can
// dead-lock and no more than size() threads ever run.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::core {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Runs body(i) for i in [0, count), in any order, and returns when all are done. The first
  /// exception is rethrown here; the indices not yet begun are then skipped.
  void parallel_for(Index count, const std::function<void(Index)>& body);

 private:
  struct Job {
    Index count = 0;
    const std::function<void(Index)>* body = nullptr;
    std::atomic<Index> next{0};
    int helpers = 0;  ///< pool threads inside the job; guarded by mutex_
    std::exception_ptr error;
  };

  void work();
  void run(Job& job);

  std::mutex mutex_;
  std::condition_variable work_to_do_;
  std::condition_variable job_left_;
  std::list<Job*> jobs_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace supdict::core
