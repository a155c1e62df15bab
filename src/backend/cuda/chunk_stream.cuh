// SPDX-License-Identifier: BSD-3-Clause
// A chunk of signals in flight on one stream: its memory, and the copies in and out.
#pragma once

#include "backend/cuda/call.cuh"

namespace supdict::cuda {

/// Signals that are walked a second time at once. Few are walked a second time at all.
inline constexpr int kSignalsPerRetry = 4;

class ChunkStream {
 public:
  ChunkStream() = default;
  ~ChunkStream();
  ChunkStream(const ChunkStream&) = delete;
  ChunkStream& operator=(const ChunkStream&) = delete;

  void open();
  bool in_flight() const { return m_ != 0; }
  /// For chunks of up to m signals of `call`.
  void make_room(const Call& call, coding::Size m, int multiprocessors);
  /// Starts the work on signals `first` to first + m of `call`, which must live until collect() or
  /// abandon().
  void start(const Call& call, coding::Size first, coding::Size m, int multiprocessors);
  /// Waits for the chunk and gives its results to the caller. False if the energy of a signal was
  /// not finite.
  bool collect();
  /// Tells the caller which signals have no certified codes, if there are any.
  void report_unfinished() const;
  /// Whatever happens, nothing writes to memory of the caller afterwards.
  void abandon();

 private:
  void make_room_for_signals(const Call& call, coding::Size m);
  void make_room_for_results(const Call& call, coding::Size m);
  Signals bring_in();
  void stage(const void* from, std::size_t pitch, std::size_t width) const;
  void multiply_with_model(const Signals& signals, Order& order) const;
  Chunk chunk() const;
  void take_out() const;
  void unstage() const;

  cudaStream_t stream_ = nullptr;
  Array<float, OnDevice> floats_;
  Array<std::uint8_t, OnDevice> bytes_;
  Array<double, OnDevice> xx_;
  Array<double, OnDevice> scale_;
  Array<float, OnDevice> q_;
  Array<Entry, OnDevice> entries_;
  Array<Found, OnDevice> found_;
  Array<Entry, OnDevice> many_entries_;
  Array<Found, OnDevice> many_found_;
  Array<float, OnDevice> Alpha_;
  Array<float, OnDevice> posterior_;
  Array<coding::Outcome, OnDevice> outcome_;
  Array<int, OnDevice> nonzeros_;
  Array<int, OnDevice> retry_;
  Array<int, OnDevice> unfinished_;
  Array<int, OnDevice> counters_;
  Array<unsigned char, OnDevice> saved_;
  Array<unsigned char, Pinned> staged_in_;
  Array<unsigned char, Pinned> staged_Alpha_;
  Array<unsigned char, Pinned> staged_posterior_;
  Array<unsigned char, Pinned> staged_outcome_;
  Array<unsigned char, Pinned> staged_nonzeros_;
  Array<int, Pinned> host_unfinished_;
  Array<int, Pinned> host_counters_;
  coding::Size first_ = 0;
  coding::Size m_ = 0;  ///< 0: nothing is in flight
  const Call* call_ = nullptr;
};

}  // namespace supdict::cuda
