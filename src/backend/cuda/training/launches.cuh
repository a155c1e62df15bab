// SPDX-License-Identifier: BSD-3-Clause
// The stages of steps and of lessons as kernels, put on a stream. One writer for every number and
// no float atomics: the bits do not depend on how blocks are scheduled.
#pragma once

#include <cuda_runtime.h>

#include "backend/cuda/training/group.hpp"

namespace supdict::cuda {

struct Lesson;

inline unsigned size_of(int count) {
  return static_cast<unsigned>(count);
}

/// Draws for the first of some steps.
void launch_prepare(const Group& group, cudaStream_t stream);
/// One step of every part.
void launch_step(const Group& group, cudaStream_t stream);
/// Costs of a batch of the probe, without the update.
void launch_look(const Group& group, cudaStream_t stream);
/// Brings every D into the unit ball.
void launch_project(const Group& group, cudaStream_t stream);
/// One batch of a lesson for every part.
void launch_lesson(const Group& group, const Lesson& lesson, cudaStream_t stream);

/// Products of the signals of a batch with the dictionary, and its Gram matrix.
void launch_products(const Group& group, cudaStream_t stream);
/// Codes of a batch.
void launch_codes(const Group& group, cudaStream_t stream);

}  // namespace supdict::cuda
