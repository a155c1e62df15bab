// SPDX-License-Identifier: BSD-3-Clause
// What a call asks for.
#pragma once

#include "backend/cuda/finish.hpp"
#include "backend/cuda/task.hpp"

namespace supdict::cuda {

struct Order {
  Task task;  ///< but for G
  Exact exact;
};

/// d = a_1 - a_0 of a signal whose products with all columns are at q: behind D'x where it depends
/// on the signal.
SUPDICT_HD inline const float* d_of(const Task& task, bool bilinear, int K, const float* q,
                                    const float* linear) {
  if (task.n_hypotheses == 0) return nullptr;
  return bilinear ? q + K : linear;
}

}  // namespace supdict::cuda
