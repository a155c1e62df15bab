// SPDX-License-Identifier: BSD-3-Clause
// Kernels that code signals whose products with the dictionary are known.
#pragma once

#include <cuda_runtime.h>

#include "backend/cuda/order.hpp"

namespace supdict::cuda {

/// Where a walk leaves codings, h = task.codings() for each signal it is given.
struct Walked {
  Entry* entries = nullptr;  ///< as many for each coding as the walk has room for
  Found* found = nullptr;
};

/// A chunk of signals in device memory.
struct Chunk {
  int m = 0;
  const float* q = nullptr;            ///< m x columns
  const double* xx = nullptr;          ///< m
  Walked first;                        ///< of every signal
  Walked second;                       ///< of those in `retry`
  float* Alpha = nullptr;              ///< n_atoms x (m h)
  float* posterior = nullptr;          ///< 2 x (m h)
  coding::Outcome* outcome = nullptr;  ///< m h
  int* nonzeros = nullptr;             ///< m h; null: not wanted
  int* retry = nullptr;                ///< signals for a second walk; the order varies
  int most_retries = 0;                ///< of them at a time
  int* unfinished = nullptr;           ///< signals for the host; the order varies
  int* counters = nullptr;             ///< Counter
};

enum Counter : int { kRetried, kUnfinished, kNotFinite, kCounters };

/// The dictionary in device memory.
struct Atoms {
  int K = 0;
  int columns = 0;
  bool bilinear = false;
  const float* G = nullptr;
  const float* d = nullptr;
};

/// Bytes that the launches of a chunk over K atoms want for saved walks.
std::size_t saved_bytes(int K, int multiprocessors);

/// Codes a chunk and certifies what was found. `saved` has saved_bytes().
void code_chunk(const Atoms& atoms, const Order& order, const Chunk& chunk, void* saved,
                int multiprocessors, cudaStream_t stream);

}  // namespace supdict::cuda
