// SPDX-License-Identifier: BSD-3-Clause
// Long work and the Python interpreter. The work runs in a thread of its own, while the calling
// thread waits without the GIL, looks for Ctrl-C and answers what the work asks: callbacks of the
// user thus run in the thread the user is in.
#pragma once

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>

namespace supdict::python {

class Foreground {
 public:
  /// Runs `work` to its end, which comes early if it heeds ask(). Called with the GIL. What `work`
  /// throws is rethrown, unless a Python exception came first.
  void run(const std::function<void()>& work);

  /// From the work: answers `question` in the calling thread, with the GIL held. False, without
  /// asking, once the work is to end. One thread at a time. An empty question only asks whether to
  /// go on.
  bool ask(const std::function<bool()>& question);

  /// The Python exception (Ctrl-C, or one of a callback) that ended the work, or None.
  pybind11::object error() const;

 private:
  void attend(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<bool()>* question_ = nullptr;
  bool answer_ = true;
  bool finished_ = false;
  bool ending_ = false;
  std::exception_ptr python_error_;
  std::exception_ptr work_error_;
};

}  // namespace supdict::python
