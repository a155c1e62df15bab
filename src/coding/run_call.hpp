// SPDX-License-Identifier: BSD-3-Clause
// The work of a call, on the threads or on a GPU.
#pragma once

#include "coding/call.hpp"
#include "coding/device_coder.hpp"

namespace supdict::coding {

/// Codes blocks of `block_size` signals, each on one thread: what code_block() does with a task.
template <class T, class Task>
void run_on_threads(const Task& task, Index block_size, Index n_atoms, const Call<T>& call);

/// What the GPU has no certified codes for is coded anew on the threads.
void run_on_cuda(DeviceCoder& coder, const BlockTask<float>& task, Index n_atoms,
                 const Call<float>& given, CodingSummary& summary);

}  // namespace supdict::coding
