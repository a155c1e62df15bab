// SPDX-License-Identifier: BSD-3-Clause
#include "core/thread_pool.hpp"

#include <string>

#include "supdict/context.hpp"
#include "supdict/error.hpp"

namespace supdict::core {

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_to_do_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::parallel_for(Index count, const std::function<void(Index)>& body) {
  if (count <= 0) return;
  if (count == 1 || workers_.empty()) {
    for (Index i = 0; i < count; ++i) body(i);
    return;
  }
  Job job;
  job.count = count;
  job.body = &body;
  std::list<Job*>::iterator place;
  {
    const std::lock_guard lock(mutex_);
    place = jobs_.insert(jobs_.end(), &job);
  }
  work_to_do_.notify_all();
  run(job);
  std::unique_lock lock(mutex_);
  jobs_.erase(place);
  job_left_.wait(lock, [&] { return job.helpers == 0; });
  if (job.error) std::rethrow_exception(job.error);
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    Job* job = nullptr;
    work_to_do_.wait(lock, [&] {
      // The newest job first: inner loops finish before more outer work begins.
      for (auto it = jobs_.rbegin(); it != jobs_.rend() && job == nullptr; ++it) {
        if ((*it)->next.load() < (*it)->count) job = *it;
      }
      return stopping_ || job != nullptr;
    });
    if (stopping_) return;
    ++job->helpers;
    lock.unlock();
    run(*job);
    lock.lock();
    --job->helpers;
    job_left_.notify_all();
  }
}

void ThreadPool::run(Job& job) {
  for (Index i = job.next++; i < job.count; i = job.next++) {
    try {
      (*job.body)(i);
    } catch (...) {
      job.next = job.count;
      const std::lock_guard lock(mutex_);
      if (!job.error) job.error = std::current_exception();
    }
  }
}

}  // namespace supdict::core

namespace supdict {

Context::Context(int threads) {
  if (threads < 0) {
    throw Error(ErrorCode::kInvalidOption,
                "threads is " + std::to_string(threads) + "; expected 0 (every core) or more");
  }
  if (threads > 0) {
    pool_ = std::make_shared<core::ThreadPool>(threads);
    return;
  }
  static const auto every_core = std::make_shared<core::ThreadPool>(
      static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  pool_ = every_core;
}

int Context::threads() const {
  return pool_->size();
}

}  // namespace supdict
