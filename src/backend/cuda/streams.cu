// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/streams.cuh"

#include <algorithm>
#include <string>

#include "supdict/error.hpp"

namespace supdict::cuda {
namespace {

using coding::Size;

constexpr Size kFewestSignals = 64;
constexpr std::size_t kBytesOfAStream = std::size_t{1} << 30;

/// Memory of a stream for one signal.
std::size_t bytes_per_signal(const DeviceModel& model, const Task& task) {
  const std::size_t per_coding = (kFewEntries + kManyEntries / kSignalsPerRetry) * sizeof(Entry) +
                                 2 * sizeof(Found) + sizeof(coding::Outcome) + sizeof(int) +
                                 sizeof(float) * count(task.n_atoms + 2);
  return sizeof(float) * count(model.n + model.atoms.columns) + 2 * sizeof(double) +
         2 * sizeof(int) + count(task.codings()) * per_coding;
}

}  // namespace

void Streams::use() {
  check(cudaSetDevice(device_), "to be chosen");
  check(cudaMemGetInfo(&free_, &all_), "to report its free memory");
}

Streams::Streams(int device) : device_(device) {
  use();
  check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device),
        "to report its properties");
  for (ChunkStream& stream : streams_) stream.open();
}

Size Streams::signals_per_chunk(const DeviceModel& model, const Order& order, Size m,
                                Size most) const {
  const std::size_t per_signal = bytes_per_signal(model, order.task);
  const std::size_t budget = std::min(kBytesOfAStream, std::max(free_, all_ / 8) / (kStreams + 1));
  const Size fit = static_cast<Size>(budget / per_signal);
  if (fit < std::min(m, kFewestSignals)) {
    throw Error(ErrorCode::kDevice,
                "the GPU has too little free memory: " + std::to_string(free_) + " bytes, and " +
                    std::to_string(per_signal * count(kFewestSignals) * (kStreams + 1)) +
                    " are needed");
  }
  return std::min({fit, most, m});
}

void Streams::collect(ChunkStream& stream) {
  if (!stream.in_flight()) return;
  finite_ = stream.collect() && finite_;
  if (finite_) stream.report_unfinished();
}

void Streams::next(const Call& call, Size first, Size m, Size room) {
  ChunkStream& stream = streams_[started_++ % kStreams];
  collect(stream);
  stream.make_room(call, room, multiprocessors_);
  stream.start(call, first, m, multiprocessors_);
}

bool Streams::finish() {
  for (int i = 0; i < kStreams; ++i) collect(streams_[started_++ % kStreams]);
  const bool finite = finite_;
  finite_ = true;
  return finite;
}

void Streams::drain() {
  for (ChunkStream& stream : streams_) stream.abandon();
  finite_ = true;
}

}  // namespace supdict::cuda
