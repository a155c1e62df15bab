// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/engine_of_parts.hpp"

#include <algorithm>
#include <memory>

#include "backend/cuda/streams.cuh"

namespace supdict::cuda {
namespace {

using coding::Size;

Sink from_signal(Sink sink, const Task& task, Size first) {
  const Size at = first * task.codings();
  if (sink.Alpha != nullptr) sink.Alpha += at * task.n_atoms;
  if (sink.posterior != nullptr) sink.posterior += 2 * at;
  if (sink.nonzeros != nullptr) sink.nonzeros += at;
  sink.outcome += at;
  return sink;
}

}  // namespace

struct EngineOfParts::Impl {
  Impl(std::span<const Plan> plans, int device) : streams(device) {
    for (const Plan& plan : plans) models.push_back(std::make_unique<DeviceModel>(plan));
  }

  void bring_signals(const Source& source, Size first, Size m);
  /// All parts code the m signals that were brought, which are signals `first` and so on.
  bool code(std::span<const Order> orders, std::span<const Sink> sinks, Size first, Size m,
            const coding::StopCheck& throw_if_stopped, const ForEach& for_each,
            const FinishPart& finish);

  Streams streams;
  std::vector<std::unique_ptr<DeviceModel>> models;
  Array<float, OnDevice> signals;
};

void EngineOfParts::Impl::bring_signals(const Source& source, Size first, Size m) {
  const std::size_t width = count(models.front()->n) * sizeof(float);
  check(cudaMemcpy2D(signals.get(), width, source.floats + first * source.stride,
                     count(source.stride) * sizeof(float), width, count(m), cudaMemcpyHostToDevice),
        "to take signals");
}

bool EngineOfParts::Impl::code(std::span<const Order> orders, std::span<const Sink> sinks,
                               Size first, Size m, const coding::StopCheck& throw_if_stopped,
                               const ForEach& for_each, const FinishPart& finish) {
  const Source source{
      .floats = signals.get(), .bytes = nullptr, .stride = models.front()->n, .on_device = true};
  std::vector<Sink> rest(orders.size());
  std::vector<Finish> finishes(orders.size());
  std::vector<Call> calls;
  calls.reserve(orders.size());
  for (std::size_t part = 0; part < orders.size(); ++part) {
    rest[part] = from_signal(sinks[part], orders[part].task, first);
    finishes[part] = [&finish, part, first](std::vector<Size> unfinished) {
      for (Size& j : unfinished) j += first;
      finish(part, unfinished);
    };
    calls.emplace_back(*models[part], orders[part], source, rest[part], for_each, finishes[part]);
  }
  for (const Call& call : calls) {
    throw_if_stopped();
    const Size size = streams.signals_per_chunk(call.model, call.order, m, kMostSignals);
    for (Size at = 0; at < m; at += size) streams.next(call, at, std::min(size, m - at), size);
  }
  return streams.finish();
}

EngineOfParts::EngineOfParts(std::span<const Plan> plans, int device)
    : impl_(std::make_unique<Impl>(plans, device)) {}
EngineOfParts::~EngineOfParts() = default;

bool EngineOfParts::code(std::span<const Order> orders, const Source& source, Size m,
                         std::span<const Sink> sinks, const coding::StopCheck& throw_if_stopped,
                         const ForEach& for_each, const FinishPart& finish) {
  if (m == 0 || orders.empty()) return true;
  Impl& impl = *impl_;
  impl.streams.use();
  const Size most = std::min(m, kMostSignals);
  impl.signals.reserve(count(most) * count(impl.models.front()->n));
  bool finite = true;
  try {
    for (Size first = 0; first < m; first += most) {
      const Size size = std::min(most, m - first);
      impl.bring_signals(source, first, size);
      finite = impl.code(orders, sinks, first, size, throw_if_stopped, for_each, finish) && finite;
    }
    return finite;
  } catch (...) {
    impl.streams.drain();
    throw;
  }
}

}  // namespace supdict::cuda
