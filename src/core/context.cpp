// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/context.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/devices.hpp"
#include "core/thread_pool.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

std::shared_ptr<core::ThreadPool> pool_for_every_core() {
  static const auto pool = std::make_shared<core::ThreadPool>(core::hardware_threads());
  return pool;
}

/// Number of the GPU that "cuda" (the first one) or "cuda:1" names.
std::optional<int> cuda_device_of(std::string_view device) {
  constexpr std::string_view kCuda = "cuda";
  if (device == kCuda) return 0;
  if (!device.starts_with("cuda:")) return {};
  int number = -1;
  const char* end = device.data() + device.size();
  const auto read = std::from_chars(device.data() + kCuda.size() + 1, end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 0) return {};
  return number;
}

}  // namespace

Context::Context(int threads, std::function<bool()> stop) {
  if (threads < 0 || threads > kMostAskedFor) {
    throw Error(ErrorCode::kInvalidOption, "threads is " + std::to_string(threads) +
                                               "; expected 0 (every core) or more, at most " +
                                               std::to_string(kMostAskedFor));
  }
  pool_ = threads > 0 ? std::make_shared<core::ThreadPool>(threads) : pool_for_every_core();
  if (stop) stop_ = std::make_shared<const std::function<bool()>>(std::move(stop));
}

Context Context::cuda(int device, int threads, std::function<bool()> stop) {
  core::check_cuda_device(device);
  Context context(threads, std::move(stop));
  context.cuda_device_ = device;
  return context;
}

Context Context::on(const std::string& device, int threads, std::function<bool()> stop) {
  if (device == "auto") {
    Context context(threads, std::move(stop));
    context.automatic_ = true;
    if (core::first_cuda_device_serves()) context.cuda_device_ = 0;
    return context;
  }
  if (device == "cpu") return Context(threads, std::move(stop));
  const std::optional<int> number = cuda_device_of(device);
  if (!number) {
    throw Error(ErrorCode::kInvalidOption,
                "device is '" + device + "'; expected auto, cpu, cuda or cuda:NUMBER");
  }
  return cuda(*number, threads, std::move(stop));
}

Context Context::without_cuda() const {
  Context context = *this;
  context.cuda_device_ = -1;
  context.automatic_ = false;
  return context;
}

int Context::threads() const {
  return pool_->size();
}

std::string Context::shortage() const {
  const int wanted = pool_->wanted();
  const int there = threads();
  if (there >= wanted) return "";
  const std::string share = std::to_string(there) + " of " + std::to_string(wanted) + " threads ";
  if (there >= kMostThreads) return share + "are used, the most there can be";
  return share +
         "could be started; it takes longer, the results are the same. The system limits processes "
         "(ulimit -u), memory (ulimit -v, -d) or its own number of threads";
}

namespace core {

bool first_cuda_device_serves() noexcept {
  if (n_cuda_devices() == 0) return false;
  try {
    check_cuda_device(0);
  } catch (const std::exception&) {
    return false;  // too old, or no longer there
  }
  return true;
}

std::string why_on_threads(const Context& context, double codings, double n_atoms) {
  // On one thread, about (docs/benchmarks.md); on the GPU hundreds of times faster, but the way to
  // it takes time as well.
  constexpr double kSecondsPerCodingAndAtom = 8e-8;
  constexpr double kWorthIt = 0.1;
  if (!context.is_automatic()) return "";
  if (context.cuda_device() < 0) return "there is no GPU";
  const double seconds = kSecondsPerCodingAndAtom * codings * n_atoms / context.threads();
  return seconds < kWorthIt ? "too little work for a GPU" : "";
}

}  // namespace core

void Context::throw_if_stopped() const {
  if (stop_ != nullptr && (*stop_)()) throw Interrupted();
}

}  // namespace supdict
