// SPDX-License-Identifier: BSD-3-Clause
#include "foreground.hpp"

#include <chrono>
#include <thread>

namespace supdict::python {
namespace {

namespace py = pybind11;

/// Between two looks for Ctrl-C: a person does not notice it, a processor neither.
constexpr auto kPatience = std::chrono::milliseconds(50);

}  // namespace

void Foreground::run(const std::function<void()>& work) {
  const py::gil_scoped_release release;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      work_error_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  });
  {
    std::unique_lock lock(mutex_);
    while (!finished_) {
      changed_.wait_for(lock, kPatience, [&] { return finished_ || question_ != nullptr; });
      if (!finished_) attend(lock);
    }
  }
  worker.join();
  if (work_error_ && !python_error_) std::rethrow_exception(work_error_);
}

void Foreground::attend(std::unique_lock<std::mutex>& lock) {
  const std::function<bool()>* question = question_;
  lock.unlock();
  bool answer = false;
  try {
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    answer = question == nullptr || (*question)();
  } catch (...) {
    python_error_ = std::current_exception();
  }
  lock.lock();
  if (!answer) ending_ = true;
  if (question == nullptr) return;
  question_ = nullptr;
  answer_ = answer;
  changed_.notify_all();
}

bool Foreground::ask(const std::function<bool()>& question) {
  std::unique_lock lock(mutex_);
  if (ending_ || !question) return !ending_;
  question_ = &question;
  changed_.notify_all();
  changed_.wait(lock, [&] { return question_ == nullptr; });
  return answer_;
}

py::object Foreground::error() const {
  if (!python_error_) return py::none();
  try {
    std::rethrow_exception(python_error_);
  } catch (const py::error_already_set& error) {
    py::object value = error.value();
    if (error.trace()) PyException_SetTraceback(value.ptr(), error.trace().ptr());
    return value;
  }
}

}  // namespace supdict::python
