// SPDX-License-Identifier: BSD-3-Clause
#include "core/thread_pool.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "supdict/context.hpp"
#include "support/expect.hpp"

namespace supdict::testing {
namespace {

class ThreadPoolTest : public ::testing::TestWithParam<int> {
 protected:
  core::ThreadPool pool_{GetParam()};
};

TEST_P(ThreadPoolTest, EveryIndexRunsExactlyOnce) {
  std::vector<std::atomic<int>> runs(1000);
  pool_.parallel_for(1000, [&](Index i) { ++runs[i]; });
  for (const auto& count : runs) EXPECT_EQ(count, 1);
}

TEST_P(ThreadPoolTest, AnEmptyLoopRunsNothing) {
  pool_.parallel_for(0, [](Index) { FAIL(); });
  pool_.parallel_for(-3, [](Index) { FAIL(); });
}

TEST_P(ThreadPoolTest, ManySmallJobsAllFinish) {
  std::atomic<Index> total = 0;
  for (int job = 0; job < 2000; ++job) pool_.parallel_for(3, [&](Index i) { total += i; });
  EXPECT_EQ(total, 2000 * 3);
}

TEST_P(ThreadPoolTest, LoopsMayBeNestedThreeDeep) {
  std::atomic<int> total = 0;
  pool_.parallel_for(6, [&](Index) {
    pool_.parallel_for(5, [&](Index) { pool_.parallel_for(4, [&](Index) { ++total; }); });
  });
  EXPECT_EQ(total, 6 * 5 * 4);
}

TEST_P(ThreadPoolTest, NoMoreThanSizeThreadsRunAtOnce) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  pool_.parallel_for(64, [&](Index) {
    const int now = ++running;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::yield();
    --running;
  });
  EXPECT_LE(most, pool_.size());
}

TEST_P(ThreadPoolTest, AnExceptionReachesTheCallerAndThePoolStaysUsable) {
  for (int round = 0; round < 50; ++round) {
    EXPECT_THROW(pool_.parallel_for(100,
                                    [](Index i) {
                                      if (i == 17) throw std::runtime_error("seventeen");
                                    }),
                 std::runtime_error);
  }
  std::atomic<int> total = 0;
  pool_.parallel_for(10, [&](Index) { ++total; });
  EXPECT_EQ(total, 10);
}

TEST_P(ThreadPoolTest, AnExceptionOfAnInnerLoopPassesThroughTheOuterOne) {
  EXPECT_THROW(pool_.parallel_for(8,
                                  [&](Index i) {
                                    pool_.parallel_for(8, [&](Index j) {
                                      if (i == 3 && j == 5) throw std::out_of_range("inner");
                                    });
                                  }),
               std::out_of_range);
}

TEST_P(ThreadPoolTest, SeveralCallersMayShareOnePool) {
  std::atomic<int> total = 0;
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&] {
      for (int job = 0; job < 50; ++job) pool_.parallel_for(7, [&](Index) { ++total; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 4 * 50 * 7);
}

/// All threads of the pool work at once, so none is still starting: sanitizers hold locks then, of
/// which a forked process would get a copy that nobody unlocks.
void have_all_started(core::ThreadPool& pool) {
  std::latch all(pool.size());
  pool.parallel_for(pool.size(), [&](Index) { all.arrive_and_wait(); });
}

/// Runs `body` in a forked process; whether it returned true within a few seconds.
template <class Body>
bool holds_after_fork(const Body& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(30);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_P(ThreadPoolTest, AForkedProcessHasThreadsOfItsOwn) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer allows no threads after a fork";
#endif
  std::atomic<int> total = 0;
  const auto count = [&](core::ThreadPool& pool) {
    for (int job = 0; job < 20; ++job) pool.parallel_for(8, [&](Index) { ++total; });
  };
  have_all_started(pool_);
  count(pool_);
  EXPECT_TRUE(holds_after_fork([&] {
    std::vector<std::thread> callers;
    for (int c = 0; c < 3; ++c) callers.emplace_back([&] { count(pool_); });
    for (std::thread& caller : callers) caller.join();
    return total == 4 * 20 * 8 && pool_.size() == GetParam();
  }));
  // Objects of the parent may be destroyed in the child, whether it used them or not.
  for (const bool used : {false, true}) {
    auto pool = std::make_unique<core::ThreadPool>(GetParam());
    have_all_started(*pool);
    EXPECT_TRUE(holds_after_fork([&] {
      if (used) count(*pool);
      pool.reset();
      return true;
    }));
  }
  count(pool_);
  EXPECT_EQ(total, 2 * 20 * 8);
}

/// A number of bytes of this process in /proc.
rlim_t used(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    rlim_t kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes << 10;
  }
  return 0;
}

TEST(ThreadPool, LeavesMemoryForTheWork) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers need memory of their own for a thread";
#endif
  constexpr std::size_t kLeft = std::size_t{100} << 20;  // for twelve stacks
  for (const auto& [resource, name] : {std::pair{RLIMIT_AS, "VmSize:"}, {RLIMIT_DATA, "VmData:"}}) {
    EXPECT_TRUE(holds_after_fork([&] {
      const rlimit limit{used(name) + kLeft, used(name) + kLeft};
      if (::setrlimit(resource, &limit) != 0) return false;
      core::ThreadPool pool(64);
      const std::vector<char> work(kLeft * 2 / 5);
      return pool.size() > 1 && pool.size() < 64;
    })) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ThreadPoolTest, ::testing::Values(1, 2, 3, 8),
                         ::testing::PrintToStringParamName());

TEST(Context, ItsNumberOfThreadsIsTheOneAskedFor) {
  EXPECT_EQ(Context(3).threads(), 3);
  EXPECT_EQ(Context(1).threads(), 1);
  EXPECT_GE(Context().threads(), 1);
}

TEST(Context, CopiesShareOnePool) {
  const Context context(2);
  const Context copy = context;
  EXPECT_EQ(&copy.pool(), &context.pool());
  EXPECT_EQ(&Context().pool(), &Context(0).pool());
}

TEST(Context, ANegativeNumberOfThreadsIsRefused) {
  expect_error(ErrorCode::kInvalidOption, {"threads is -1", "expected 0 (every core) or more"},
               [] { Context(-1); });
}

TEST(Context, TooManyThreadsAreRefusedOrReported) {
  expect_error(ErrorCode::kInvalidOption, {"threads is 65537", "at most 65536"},
               [] { Context(Context::kMostAskedFor + 1); });
  EXPECT_EQ(Context(3).shortage(), "");
  const Context many(Context::kMostThreads + 1);
  EXPECT_LE(many.threads(), Context::kMostThreads);
  EXPECT_TRUE(many.shortage().starts_with(std::to_string(many.threads()) + " of 1025 threads "))
      << many.shortage();
}

TEST(Context, ItsStopHookIsAskedByAllCopies) {
  std::atomic<bool> stop = false;
  const Context context(2, [&] { return stop.load(); });
  const Context copy = context;
  EXPECT_NO_THROW(copy.throw_if_stopped());
  stop = true;
  EXPECT_THROW(copy.throw_if_stopped(), Interrupted);
  EXPECT_NO_THROW(Context(2).throw_if_stopped());
}

}  // namespace
}  // namespace supdict::testing
