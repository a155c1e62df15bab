// SPDX-License-Identifier: BSD-3-Clause
// A dictionary on a device, and signals streamed past it: chunks on three streams, so that copies
// in, work and copies out overlap. No header of CUDA here.
#pragma once

#include <memory>

#include "backend/cuda/plan.hpp"
#include "backend/cuda/source_sink.hpp"

namespace supdict::cuda {

using Block = std::unique_ptr<void, void (*)(void*)>;
/// Memory of the present device, and memory of the host that it copies from at full speed.
Block device_block(std::size_t bytes);
Block pinned_block(std::size_t bytes);
/// Between any two of them.
void copy_bytes(void* to, const void* from, std::size_t bytes);

class Engine {
 public:
  /// `plan` must live as long.
  Engine(const Plan& plan, int device);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// False if the energy of a signal is not a finite number. `finish` is called after the
  /// results of the others of a chunk have come. One thread at a time.
  bool code(const Order& order, const Source& source, coding::Size m, const Sink& sink,
            const coding::StopCheck& throw_if_stopped, const ForEach& for_each,
            const Finish& finish);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace supdict::cuda
