// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/training/device_block.hpp"
#include "backend/cuda/training/launches.cuh"
#include "backend/cuda/training/products.hpp"

namespace supdict::cuda {
namespace {

__global__ void __launch_bounds__(kThreads) multiply(const __grid_constant__ Group group) {
  __shared__ TileMemory memory;
  DeviceBlock block;
  const int wide_tiles = group.sizes.atoms / kWide;
  const int tile = static_cast<int>(blockIdx.x);
  multiply_stretch(block, memory, group, static_cast<int>(blockIdx.z), tile / wide_tiles,
                   tile % wide_tiles, static_cast<int>(blockIdx.y));
}

__global__ void __launch_bounds__(kThreads) sum(const __grid_constant__ Group group) {
  sum_stretches(group, static_cast<int>(blockIdx.y),
                static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x));
}

}  // namespace

void launch_products(const Group& group, cudaStream_t stream) {
  const Sizes& sizes = group.sizes;
  const unsigned parts = size_of(sizes.parts);
  const int wide_tiles = sizes.atoms / kWide;
  const int sums = sizes.columns() * sizes.atoms / 4;
  multiply<<<dim3(size_of(sizes.columns() / kNarrow * wide_tiles), size_of(sizes.splits), parts),
             kThreads, 0, stream>>>(group);
  sum<<<dim3(size_of((sums + kThreads - 1) / kThreads), parts), kThreads, 0, stream>>>(group);
}

}  // namespace supdict::cuda
