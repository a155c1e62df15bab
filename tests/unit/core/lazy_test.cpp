// SPDX-License-Identifier: BSD-3-Clause
#include "core/lazy.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace supdict::core {
namespace {

TEST(Lazy, MakesItsValueOnce) {
  const Lazy<int> value;
  EXPECT_EQ(value.peek(), nullptr);
  int made = 0;
  const auto make = [&] { return ++made; };
  EXPECT_EQ(value.get(make), 1);
  EXPECT_EQ(value.get(make), 1);
  EXPECT_EQ(value.peek(), &value.get(make));
}

TEST(Lazy, TriesAgainAfterAnException) {
  const Lazy<int> value;
  EXPECT_THROW(value.get([]() -> int { throw std::runtime_error("not now"); }), std::runtime_error);
  EXPECT_EQ(value.get([] { return 7; }), 7);
}

TEST(Lazy, GivesAllThreadsTheSameValue) {
  constexpr int kThreads = 8;
  const Lazy<std::vector<int>> value;
  std::vector<const std::vector<int>*> seen(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back(
        [&, i] { seen[i] = &value.get([i] { return std::vector<int>(100, i); }); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto* one : seen) EXPECT_EQ(one, value.peek());
}

}  // namespace
}  // namespace supdict::core
