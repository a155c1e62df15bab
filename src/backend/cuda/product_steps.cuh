// SPDX-License-Identifier: BSD-3-Clause
// What products on tensor cores have in common: where the tiles of a warp lie in those of a block,
// and the steps along the inner dimension.
#pragma once

namespace supdict::cuda {

inline constexpr int kWarpThreads = 32;

/// Where the tiles of a warp begin, from the first row and column of the block. Each warp has kRows
/// x kColumns, kAcross warps lie side by side.
template <int kRows, int kColumns, int kAcross>
struct WarpTiles {
  __device__ __forceinline__ explicit WarpTiles(int thread)
      : lane(thread % kWarpThreads),
        row(thread / kWarpThreads / kAcross * kRows),
        column(thread / kWarpThreads % kAcross * kColumns) {}
  int lane;
  int row;
  int column;
};

/// Steps of kDepth along n: fetch(t) reads from global memory, put() writes what was fetched to
/// shared memory, multiply() uses it. The next step is fetched meanwhile.
template <int kDepth, class Fetch, class Put, class Multiply>
__device__ __forceinline__ void multiply_in_steps(int n, const Fetch& fetch, const Put& put,
                                                  const Multiply& multiply) {
  fetch(0);
  for (int t = 0; t < n; t += kDepth) {
    put();
    __syncthreads();
    if (t + kDepth < n) fetch(t + kDepth);
    multiply();
    __syncthreads();
  }
}

}  // namespace supdict::cuda
