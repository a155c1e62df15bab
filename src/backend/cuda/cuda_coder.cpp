// SPDX-License-Identifier: BSD-3-Clause
#include <mutex>

#include "backend/cuda/engine.hpp"
#include "backend/cuda/engine_of_parts.hpp"
#include "coding/device_coder.hpp"

namespace supdict {
namespace cuda {
namespace {

using coding::Size;

Order order_of(const Plan& plan, const coding::BlockTask<float>& task) {
  return plan.order(task.hypotheses.empty() ? 1 : task.lambda0, task.lambda1, task.hypotheses,
                    task.settings);
}

ForEach on(core::ThreadPool& pool) {
  return [&pool](Size count, const std::function<void(Size)>& body) {
    pool.parallel_for(count, body);
  };
}

class CudaCoder : public coding::DeviceCoder {
 public:
  CudaCoder(const coding::Packed<float>& packed, int device)
      : plan_(packed), engine_(plan_, device) {}

  bool code(const coding::BlockTask<float>& task, const coding::BlockView<float>& signals,
            core::ThreadPool& pool, const Finish& finish) override {
    const std::lock_guard lock(busy_);
    const Source source{.floats = signals.X, .stride = signals.ldx};
    const Sink sink{.Alpha = signals.Alpha,
                    .posterior = task.hypotheses.empty() ? nullptr : signals.posterior,
                    .outcome = signals.outcome};
    return engine_.code(order_of(plan_, task), source, signals.m, sink,
                        task.settings.throw_if_stopped, on(pool), finish);
  }

 private:
  Plan plan_;
  Engine engine_;
  std::mutex busy_;
};

class CudaParts : public coding::DeviceParts {
 public:
  CudaParts(std::span<const coding::Packed<float>* const> parts, int device)
      : plans_(plans_of(parts)), engine_(plans_, device) {}

  bool code(std::span<const coding::BlockTask<float>> tasks,
            const coding::BlockView<float>& signals, std::span<const Sink> sinks,
            core::ThreadPool& pool, const Finish& finish) override {
    const std::lock_guard lock(busy_);
    std::vector<Order> orders;
    std::vector<cuda::Sink> to;
    for (std::size_t part = 0; part < tasks.size(); ++part) {
      orders.push_back(order_of(plans_[part], tasks[part]));
      to.push_back({.outcome = sinks[part].outcome, .nonzeros = sinks[part].nonzeros});
    }
    return engine_.code(orders, {.floats = signals.X, .stride = signals.ldx}, signals.m, to,
                        tasks.front().settings.throw_if_stopped, on(pool), finish);
  }

 private:
  static std::vector<Plan> plans_of(std::span<const coding::Packed<float>* const> parts) {
    std::vector<Plan> plans;
    for (const coding::Packed<float>* part : parts) plans.emplace_back(*part);
    return plans;
  }

  std::vector<Plan> plans_;
  EngineOfParts engine_;
  std::mutex busy_;
};

}  // namespace
}  // namespace cuda

namespace coding {

std::unique_ptr<DeviceCoder> make_cuda_coder(const Packed<float>& packed, int device) {
  return std::make_unique<cuda::CudaCoder>(packed, device);
}

std::unique_ptr<DeviceParts> make_cuda_parts(std::span<const Packed<float>* const> parts,
                                             int device) {
  return std::make_unique<cuda::CudaParts>(parts, device);
}

}  // namespace coding
}  // namespace supdict
