// SPDX-License-Identifier: BSD-3-Clause
// The device on the host, lane by lane: the same functions, for tests on machines without a GPU.
#pragma once

#include <vector>

#include "backend/cuda/plan.hpp"

namespace supdict::cuda {

/// Signals in, codings out; h = order.task.codings() for each signal.
struct BatchView {
  const float* X = nullptr;  ///< n x m
  coding::Size ldx = 0;
  coding::Size m = 0;
  float* Alpha = nullptr;              ///< n_atoms x (m h)
  float* posterior = nullptr;          ///< 2 x (m h); null: the lasso
  coding::Outcome* outcome = nullptr;  ///< m h
};

/// The walks that a signal may get: the first, with room for 24 or 32 atoms, and the one for those
/// that the first has no certified codes for, with room for 64.
struct Walks {
  int room = kFewEntries;
  bool second = true;
};

/// Returns the signals that have to be finished elsewhere.
std::vector<coding::Size> emulate(const Plan& plan, const Order& order, const BatchView& batch,
                                  const Walks& walks = {});

}  // namespace supdict::cuda
