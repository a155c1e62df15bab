// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace supdict::app::peers {

/// work(0) ... work(count - 1), each once, on `threads` threads, or those that can be started. The
/// first exception is rethrown when all threads have ended.
template <class Work>
void in_parallel(int threads, int count, const Work& work) {
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::atomic_flag failed;
  const auto labour = [&] {
    try {
      for (int i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      if (!failed.test_and_set()) failure = std::current_exception();
    }
  };
  std::vector<std::jthread> crew;
  try {
    for (int i = 1; i < std::min(threads, count); ++i) crew.emplace_back(labour);
  } catch (const std::system_error&) {
    // The others do the work; the command has said that there are few.
  }
  labour();
  crew.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace supdict::app::peers
