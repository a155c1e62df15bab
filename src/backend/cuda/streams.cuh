// SPDX-License-Identifier: BSD-3-Clause
// Streams of one device, in turn: copies in, work and copies out overlap.
#pragma once

#include "backend/cuda/chunk_stream.cuh"

namespace supdict::cuda {

inline constexpr int kStreams = 3;
// Enough signals to fill a device, few enough for copies to overlap with work.
inline constexpr coding::Size kMostSignals = 61440;

class Streams {
 public:
  explicit Streams(int device);

  /// Before a call.
  void use();
  /// At most `most`, and as many as there is memory for.
  coding::Size signals_per_chunk(const DeviceModel& model, const Order& order, coding::Size m,
                                 coding::Size most) const;
  /// Starts a chunk of m signals on the next stream, with room for `room`, after what is in flight
  /// there was collected.
  void next(const Call& call, coding::Size first, coding::Size m, coding::Size room);
  /// Waits for all of them. False if the energy of a signal that went by was not finite.
  bool finish();
  /// Whatever happens, nothing writes to memory of the caller after a call.
  void drain();

 private:
  void collect(ChunkStream& stream);

  int device_;
  int multiprocessors_ = 1;
  std::size_t free_ = 0;  ///< bytes, before a call
  std::size_t all_ = 0;
  bool finite_ = true;
  coding::Size started_ = 0;
  ChunkStream streams_[kStreams];
};

}  // namespace supdict::cuda
