// SPDX-License-Identifier: BSD-3-Clause
#include "core/thread_pool.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "supdict/context.hpp"

namespace supdict::core {
namespace {

struct Job {
  Index count = 0;
  const std::function<void(Index)>* body = nullptr;
  std::atomic<Index> next{0};
  int helpers = 0;  ///< pool threads inside the job; guarded by the mutex of the crew
  std::exception_ptr error;
};

rlim_t limit_of(int resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/// Half or more of the memory that is left where it is limited, a gigabyte at most. Held while
/// threads start, so that their stacks leave it for the work: what they have taken does not come
/// back when they end.
class Reserve {
 public:
  Reserve() {
    const rlim_t limit = std::min(limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA));
    if (limit == RLIM_INFINITY) return;
    for (size_ = std::min(limit / 2, kMost); size_ >= kLeast; size_ /= 2) {
      memory_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory_ != MAP_FAILED) return;
    }
  }
  ~Reserve() {
    if (memory_ != MAP_FAILED) ::munmap(memory_, size_);
  }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

 private:
  static constexpr rlim_t kLeast = rlim_t{1} << 20;
  static constexpr rlim_t kMost = rlim_t{1} << 30;
  rlim_t size_ = 0;
  void* memory_ = MAP_FAILED;
};

}  // namespace

/// The threads of one process.
class ThreadPool::Crew {
 public:
  explicit Crew(int wanted) : process_(::getpid()) {
    const auto helpers = static_cast<std::size_t>(std::clamp(wanted, 1, Context::kMostThreads) - 1);
    try {
      const Reserve reserve;
      workers_.reserve(helpers);
      while (workers_.size() < helpers) {
        workers_.emplace_back([this] { work(); });
      }
    } catch (const std::exception&) {
      // The system gives no more threads: those that have started do the work.
    }
  }

  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    work_to_do_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }
  bool is_of_this_process() const { return process_ == ::getpid(); }

  void parallel_for(Index count, const std::function<void(Index)>& body) {
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

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      Job* job = nullptr;
      work_to_do_.wait(lock, [&] {
        // The newest job first: inner loops finish before more outer work begins.
        for (auto it = jobs_.rbegin(); it != jobs_.rend() && job == nullptr; ++it) {
          if ((*it)->next.load() < (*it)->count) job = *it;
        }
        return closed_ || job != nullptr;
      });
      if (closed_) return;
      ++job->helpers;
      lock.unlock();
      run(*job);
      lock.lock();
      --job->helpers;
      job_left_.notify_all();
    }
  }

  void run(Job& job) {
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

  pid_t process_;
  std::mutex mutex_;
  std::condition_variable work_to_do_;
  std::condition_variable job_left_;
  std::list<Job*> jobs_;
  bool closed_ = false;  ///< the threads end; guarded by mutex_
  std::vector<std::thread> workers_;
};

int hardware_threads() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

ThreadPool::ThreadPool(int wanted) : wanted_(wanted), crew_(new Crew(wanted)) {}

ThreadPool::~ThreadPool() {
  const Crew* const crew = crew_.load();
  if (crew->is_of_this_process()) delete crew;
}

int ThreadPool::size() const {
  return crew_.load()->size();
}

/// After a fork only the calling thread exists in the child, and locks stay as the other threads
/// left them. So the crew of the parent is never touched or destroyed, and the child starts its
/// own.
ThreadPool::Crew& ThreadPool::crew() {
  Crew* crew = crew_.load();
  if (crew->is_of_this_process()) return *crew;
  auto own = std::make_unique<Crew>(wanted_);
  if (crew_.compare_exchange_strong(crew, own.get())) return *own.release();
  return *crew;
}

void ThreadPool::parallel_for(Index count, const std::function<void(Index)>& body) {
  if (count > 1 && size() > 1) return crew().parallel_for(count, body);
  for (Index i = 0; i < count; ++i) body(i);
}

}  // namespace supdict::core
