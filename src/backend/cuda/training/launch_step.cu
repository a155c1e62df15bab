// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/training/device_block.hpp"
#include "backend/cuda/training/gather.hpp"
#include "backend/cuda/training/launches.cuh"
#include "backend/cuda/training/update.hpp"

namespace supdict::cuda {
namespace {

__global__ void __launch_bounds__(kThreads) gather(const __grid_constant__ Group group) {
  __shared__ GatherMemory memory;
  DeviceBlock block;
  const int part = static_cast<int>(blockIdx.y);
  const int place = static_cast<int>(blockIdx.x);
  if (place < group.sizes.batch) {
    gather_signal(block, memory, group, part, place);
  } else if (group.iteration[part] < group.stop[part]) {
    project_rows(block, group, part, place - group.sizes.batch);
  }
}

__global__ void __launch_bounds__(kThreads) gather_look(const __grid_constant__ Group group) {
  __shared__ GatherMemory memory;
  DeviceBlock block;
  const int part = static_cast<int>(blockIdx.y);
  const int place = static_cast<int>(blockIdx.x);
  if (place < group.sizes.batch) {
    gather_probe(block, memory, group, part, place);
  } else {
    project_rows(block, group, part, place - group.sizes.batch);
  }
}

__global__ void __launch_bounds__(kThreads) prepare(const __grid_constant__ Group group) {
  DeviceBlock block;
  draw_step(block, group, static_cast<int>(blockIdx.x));
}

__global__ void __launch_bounds__(kThreads) sum_codes(const __grid_constant__ Group group) {
  __shared__ union {
    TileMemory tile;
    ThetaMemory theta;
  } memory;
  DeviceBlock block;
  const int wide_tiles = group.sizes.atoms / kWide;
  const int tiles = wide_tiles * (group.sizes.atoms / kNarrow);
  const int part = static_cast<int>(blockIdx.y);
  // The long ones first.
  const int place = static_cast<int>(blockIdx.x) - 2;
  if (place == -2) {
    step_theta(block, memory.theta, group, part);
  } else if (place == -1) {
    if (group.numbers[part].active != 0) draw_step(block, group, part);
  } else {
    const int tile = place % tiles;
    sum_moments(block, memory.tile, group, part, tile / wide_tiles, tile % wide_tiles,
                place / tiles);
  }
}

/// The tile of a block, kWide atoms wide.
struct Tile {
  __device__ __forceinline__ explicit Tile(const Group& group)
      : part(static_cast<int>(blockIdx.y)),
        row(static_cast<int>(blockIdx.x) / (group.sizes.atoms / kWide)),
        column(static_cast<int>(blockIdx.x) % (group.sizes.atoms / kWide)) {}
  int part;
  int row;
  int column;
};

__global__ void __launch_bounds__(kThreads, 5) step_D(const __grid_constant__ Group group) {
  __shared__ DictionaryMemory memory;
  DeviceBlock block;
  const Tile tile(group);
  step_dictionary(block, memory, group, tile.part, tile.row, tile.column);
}

__global__ void __launch_bounds__(kThreads) step_W(const __grid_constant__ Group group) {
  __shared__ TileMemory memory;
  DeviceBlock block;
  const Tile tile(group);
  step_maps(block, memory, group, tile.part, tile.row, tile.column);
}

__global__ void __launch_bounds__(kThreads) project_all(const __grid_constant__ Group group) {
  DeviceBlock block;
  project_rows(block, group, static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.x));
}

}  // namespace

void launch_prepare(const Group& group, cudaStream_t stream) {
  prepare<<<size_of(group.sizes.parts), kThreads, 0, stream>>>(group);
}

void launch_look(const Group& group, cudaStream_t stream) {
  const Sizes& sizes = group.sizes;
  const unsigned parts = size_of(sizes.parts);
  gather_look<<<dim3(size_of(sizes.batch + sizes.row_tiles()), parts), kThreads, 0, stream>>>(
      group);
  launch_products(group, stream);
  launch_codes(group, stream);
}

void launch_step(const Group& group, cudaStream_t stream) {
  const Sizes& sizes = group.sizes;
  const unsigned parts = size_of(sizes.parts);
  const int wide_tiles = sizes.atoms / kWide;
  gather<<<dim3(size_of(sizes.batch + sizes.row_tiles()), parts), kThreads, 0, stream>>>(group);
  launch_products(group, stream);
  launch_codes(group, stream);
  const int moments = wide_tiles * (sizes.atoms / kNarrow) * kShares;
  sum_codes<<<dim3(size_of(moments + 2), parts), kThreads, 0, stream>>>(group);
  const dim3 tiles(size_of(sizes.row_tiles() * wide_tiles), parts);
  step_D<<<tiles, kThreads, 0, stream>>>(group);
  if (sizes.bilinear) step_W<<<tiles, kThreads, 0, stream>>>(group);
}

void launch_project(const Group& group, cudaStream_t stream) {
  const dim3 grid(size_of(group.sizes.row_tiles()), size_of(group.sizes.parts));
  project_all<<<grid, kThreads, 0, stream>>>(group);
}

}  // namespace supdict::cuda
