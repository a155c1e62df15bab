// SPDX-License-Identifier: BSD-3-Clause
// Where the signals of a call come from and where their codings go. No header of CUDA here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "backend/cuda/task.hpp"

namespace supdict::cuda {

/// Signals one after the other, `stride` entries apart.
struct Source {
  const float* floats = nullptr;
  const std::uint8_t* bytes = nullptr;  ///< used if there are no floats: signals of unit norm
  coding::Size stride = 0;
  bool on_device = false;
};

/// Where codings go, h for each signal.
struct Sink {
  float* Alpha = nullptr;              ///< n_atoms x (m h); null: not wanted
  float* posterior = nullptr;          ///< 2 x (m h); null: not wanted, or the lasso
  coding::Outcome* outcome = nullptr;  ///< m h
  int* nonzeros = nullptr;             ///< m h: of each code; null: not wanted
  bool on_device = false;
};

/// Runs function(0) .. function(count - 1), maybe side by side.
using ForEach = std::function<void(coding::Size count, const std::function<void(coding::Size)>&)>;

/// Is given signals that the device has no certified codes for, while it works on others.
using Finish = std::function<void(const std::vector<coding::Size>& signals)>;

}  // namespace supdict::cuda
