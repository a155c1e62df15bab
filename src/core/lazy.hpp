// SPDX-License-Identifier: BSD-3-Clause
// A value that is computed when it is first needed.
#pragma once

#include <atomic>
#include <memory>

namespace supdict::core {

/// Any number of threads may ask at once. Those that find no value each compute it, and all keep
/// the first one finished: no thread waits for another, so a fork never copies a locked lock.
template <class Value>
class Lazy {
 public:
  Lazy() = default;
  ~Lazy() { delete value_.load(); }
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;

  template <class Make>
  const Value& get(const Make& make) const {
    if (const Value* const there = value_.load(std::memory_order_acquire)) return *there;
    std::unique_ptr<const Value> made(new Value(make()));
    const Value* first = nullptr;
    if (value_.compare_exchange_strong(first, made.get())) return *made.release();
    return *first;
  }

  /// Null if it has not been computed.
  const Value* peek() const { return value_.load(std::memory_order_acquire); }

 private:
  mutable std::atomic<const Value*> value_ = nullptr;
};

}  // namespace supdict::core
