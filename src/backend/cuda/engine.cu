// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/engine.hpp"

#include <algorithm>

#include "backend/cuda/streams.cuh"

namespace supdict::cuda {
namespace {

using coding::Size;

/// Signals of a chunk that neither come from the host nor return to it.
constexpr Size kMostResident = 4 * kMostSignals;

}  // namespace

Block device_block(std::size_t bytes) {
  return {OnDevice::take(bytes), OnDevice::give_back};
}
Block pinned_block(std::size_t bytes) {
  return {Pinned::take(bytes), Pinned::give_back};
}
void copy_bytes(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "to copy");
}

struct Engine::Impl {
  Impl(const Plan& plan, int device) : streams(device), model(plan) {}
  Streams streams;
  DeviceModel model;
};

Engine::Engine(const Plan& plan, int device) : impl_(std::make_unique<Impl>(plan, device)) {}
Engine::~Engine() = default;

bool Engine::code(const Order& order, const Source& source, Size m, const Sink& sink,
                  const coding::StopCheck& throw_if_stopped, const ForEach& for_each,
                  const Finish& finish) {
  if (m == 0) return true;
  Streams& streams = impl_->streams;
  streams.use();
  const Call call(impl_->model, order, source, sink, for_each, finish);
  const bool resident = source.on_device && sink.on_device;
  // A stream each, where there is enough for that.
  const Size share = std::max<Size>((m + kStreams - 1) / kStreams, kMostSignals / 8);
  const Size most = std::min(share, resident ? kMostResident : kMostSignals);
  const Size size = streams.signals_per_chunk(impl_->model, order, m, most);
  try {
    for (Size first = 0; first < m; first += size) {
      throw_if_stopped();
      streams.next(call, first, std::min(size, m - first), size);
    }
    return streams.finish();
  } catch (...) {
    streams.drain();
    throw;
  }
}

}  // namespace supdict::cuda
