// SPDX-License-Identifier: BSD-3-Clause
#include "foreground.hpp"

#include <system_error>
#include <thread>

namespace supdict::python {
namespace {

namespace py = pybind11;

/// Time between two checks for Ctrl-C: too short to notice, and too long to cost anything.
constexpr auto kPatience = std::chrono::milliseconds(20);

/// Signals in one unit of work of the coder, which a single thread processes.
constexpr Index kOneBlock = 32;

void note_error(const std::function<void()>& work, std::exception_ptr& error) {
  try {
    work();
  } catch (...) {
    error = std::current_exception();
  }
}

void warn_of_shortage(const std::string& shortage) {
  if (!shortage.empty()) {
    py::module_::import("supdict._warnings").attr("warn_of_shortage")(shortage);
  }
}

}  // namespace

void Foreground::run(const std::function<void()>& work) {
  {
    const py::gil_scoped_release release;
    run_beside(work);
  }
  raise_or_warn();
}

void Foreground::run_whole(Index n_signals, const std::function<void()>& work) {
  {
    const py::gil_scoped_release release;
    n_signals <= kOneBlock ? run_here(work) : run_beside(work);
  }
  raise_or_warn();
  if (python_error_) std::rethrow_exception(python_error_);
}

void Foreground::run_beside(const std::function<void()>& work) {
  std::thread worker;
  try {
    worker = std::thread([&] {
      note_error(work, work_error_);
      const std::lock_guard lock(mutex_);
      finished_ = true;
      changed_.notify_all();
    });
  } catch (const std::system_error&) {
    return run_here(work);
  }
  wait();
  worker.join();
}

void Foreground::run_here(const std::function<void()>& work) {
  here_ = true;
  next_look_ = std::chrono::steady_clock::now() + kPatience;
  ending_->look = [this, caller = std::this_thread::get_id()] {
    if (std::this_thread::get_id() != caller) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + kPatience;
    answer(nullptr);
  };
  note_error(work, work_error_);
  ending_->look = nullptr;
}

void Foreground::raise_or_warn() {
  if (work_error_ && !python_error_) std::rethrow_exception(work_error_);
  warn_of_shortage(shortage_);
}

void Foreground::wait() {
  std::unique_lock lock(mutex_);
  while (!finished_) {
    changed_.wait_for(lock, kPatience, [&] { return finished_ || question_ != nullptr; });
    if (!finished_) attend(lock);
  }
}

void Foreground::attend(std::unique_lock<std::mutex>& lock) {
  const std::function<bool()>* question = question_;
  lock.unlock();
  const bool answer = this->answer(question);
  lock.lock();
  if (question == nullptr) return;
  question_ = nullptr;
  answer_ = answer;
  changed_.notify_all();
}

bool Foreground::answer(const std::function<bool()>* question) {
  bool answer = false;
  try {
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    answer = question == nullptr || (*question)();
  } catch (...) {
    python_error_ = std::current_exception();
  }
  if (!answer) ending_->now = true;
  return answer;
}

bool Foreground::ask(const std::function<bool()>& question) {
  if (ending_->now) return false;
  if (here_) return answer(question ? &question : nullptr);
  if (!question) return true;
  std::unique_lock lock(mutex_);
  question_ = &question;
  changed_.notify_all();
  changed_.wait(lock, [&] { return question_ == nullptr; });
  return answer_;
}

Context Foreground::noted(Context context) {
  shortage_ = context.shortage();
  return context;
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
