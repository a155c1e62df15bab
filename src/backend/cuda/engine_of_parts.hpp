// SPDX-License-Identifier: BSD-3-Clause
// Many dictionaries on a device, and signals that all of them code. No header of CUDA here.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/plan.hpp"
#include "backend/cuda/source_sink.hpp"

namespace supdict::cuda {

/// As Finish, for one of many dictionaries.
using FinishPart = std::function<void(std::size_t part, const std::vector<coding::Size>& signals)>;

/// Many dictionaries of signals of one size. The signals come to the device once.
class EngineOfParts {
 public:
  EngineOfParts(std::span<const Plan> plans, int device);
  ~EngineOfParts();
  EngineOfParts(const EngineOfParts&) = delete;
  EngineOfParts& operator=(const EngineOfParts&) = delete;

  /// Engine::code for every part; `source` lies in memory of the host, `sinks` as well.
  bool code(std::span<const Order> orders, const Source& source, coding::Size m,
            std::span<const Sink> sinks, const coding::StopCheck& throw_if_stopped,
            const ForEach& for_each, const FinishPart& finish);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace supdict::cuda
