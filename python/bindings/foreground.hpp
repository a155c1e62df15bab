// SPDX-License-Identifier: BSD-3-Clause
// Long work and the Python interpreter. The work runs in a thread of its own, while the calling
// thread waits without the GIL, checks for Ctrl-C and answers requests of the work, so that
// callbacks of the user run in the user's thread. Short work, and all work if no thread can be
// started, runs in the calling thread, which then checks for Ctrl-C now and then.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <supdict/context.hpp>
#include <supdict/types.hpp>
#include <utility>

namespace supdict::python {

/// What a call works with: threads, and the name of a device (Context::on).
using Workers = std::pair<int, std::string>;

/// The state behind the stop hook. It may outlive the call it was made in, because a Context may be
/// kept.
struct Ending {
  std::atomic<bool> now = false;
  std::function<void()> look;  ///< checks for Ctrl-C; empty while another thread does that
};

class Foreground {
 public:
  explicit Foreground(std::shared_ptr<Ending> ending = std::make_shared<Ending>())
      : ending_(std::move(ending)) {
    ending_->now = false;
  }

  /// Runs `work` to its end, which comes early if it obeys ask() or uses stoppable(). Called with
  /// the GIL. Rethrows what `work` throws, unless a Python exception came first.
  void run(const std::function<void()>& work);

  /// The same for work without a partial result: throws the Python exception that stopped it. One
  /// block of signals is processed by one thread, because starting another would take longer.
  void run_whole(Index n_signals, const std::function<void()>& work);

  /// Called by the work: answers `question` in the calling thread, with the GIL held. False,
  /// without asking, once the work is to end. One thread at a time. An empty question only asks
  /// whether to continue.
  bool ask(const std::function<bool()>& question);

  /// Called by the work: a Context with its workers. If there are fewer threads than requested,
  /// run() warns at the end.
  Context unstoppable(const Workers& workers) {
    return noted(Context::on(workers.second, workers.first));
  }
  /// The same, with a stop hook: calls throw Interrupted once the work is to end.
  Context stoppable(const Workers& workers) {
    return noted(Context::on(workers.second, workers.first, [ending = ending_] {
      if (ending->look) ending->look();
      return ending->now.load();
    }));
  }

  /// The Python exception (Ctrl-C, or one of a callback) that ended the work, or None.
  pybind11::object error() const;

 private:
  void run_beside(const std::function<void()>& work);
  void run_here(const std::function<void()>& work);
  void raise_or_warn();
  Context noted(Context context);
  void wait();
  void attend(std::unique_lock<std::mutex>& lock);
  bool answer(const std::function<bool()>* question);

  std::shared_ptr<Ending> ending_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<bool()>* question_ = nullptr;
  bool answer_ = true;
  bool finished_ = false;
  bool here_ = false;  ///< the work runs in the calling thread
  std::chrono::steady_clock::time_point next_look_;
  std::string shortage_;
  std::exception_ptr python_error_;
  std::exception_ptr work_error_;
};

}  // namespace supdict::python
