// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/device_warp.hpp"
#include "backend/cuda/training/device_block.hpp"
#include "backend/cuda/training/launches.cuh"
#include "backend/cuda/training/lesson_stages.hpp"

namespace supdict::cuda {
namespace {

__global__ void __launch_bounds__(kThreads)
    gather_batch(const __grid_constant__ Group group, const __grid_constant__ Lesson lesson) {
  __shared__ GatherMemory memory;
  DeviceBlock block;
  gather_lesson(block, memory, group, lesson, static_cast<int>(blockIdx.y),
                static_cast<int>(blockIdx.x));
}

template <class Set, int kWarps>
__global__ void __launch_bounds__(kWarps* kLanes, 2)
    code_batch(const __grid_constant__ Group group, const __grid_constant__ Lesson lesson) {
  __shared__ CodesMemory<Set> memory[kWarps];
  const int part = static_cast<int>(blockIdx.y);
  if (group.numbers[part].active == 0) return;
  const float* G = of_part(group.G, part, Set::kAtoms * Set::kAtoms);
  const int warp = static_cast<int>(threadIdx.x) / kLanes;
  const int slot = static_cast<int>(blockIdx.x) * kWarps + warp;
  if (slot >= group.sizes.slots) return;
  // A lasso has nothing to save.
  code_lesson<DeviceWarp, Set>(group, lesson, part, slot, G, memory[warp],
                               saved_at<Set>(group.roomy_saved, 0));
}

template <class Set>
__global__ void __launch_bounds__(kLanes)
    code_batch_again(const __grid_constant__ Group group, const __grid_constant__ Lesson lesson) {
  __shared__ CodesMemory<Set> memory;
  const int part = static_cast<int>(blockIdx.x);
  if (group.numbers[part].active == 0) return;
  const int* lost = of_part(group.lost, part, group.sizes.slots);
  const float* G = of_part(group.G, part, Set::kAtoms * Set::kAtoms);
  for (int first = 0; first < group.sizes.slots; first += kLanes) {
    unsigned waiting = __ballot_sync(~0U, lost[first + static_cast<int>(threadIdx.x)] != 0);
    for (; waiting != 0; waiting &= waiting - 1) {
      const int slot = first + __ffs(static_cast<int>(waiting)) - 1;
      code_lesson<DeviceWarp, Set>(group, lesson, part, slot, G, memory,
                                   saved_at<Set>(group.roomy_saved, 0));
      __syncwarp();
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    add_batch(const __grid_constant__ Group group, const __grid_constant__ Lesson lesson) {
  __shared__ TileMemory memory;
  DeviceBlock block;
  const int wide_tiles = group.sizes.atoms / kWide;
  const int tile = static_cast<int>(blockIdx.x);
  add_lesson(block, memory, group, lesson, static_cast<int>(blockIdx.y), tile / wide_tiles,
             tile % wide_tiles);
}

__global__ void __launch_bounds__(kThreads)
    change_atoms(const __grid_constant__ Group group, const __grid_constant__ Lesson lesson) {
  __shared__ AtomsMemory memory;
  DeviceBlock block;
  update_atoms(block, memory, group, lesson, static_cast<int>(blockIdx.x));
}

template <int kPaddedAtoms>
void launch_lesson_codes(const Group& group, const Lesson& lesson, cudaStream_t stream) {
  using Quick = typename Sets<DeviceWarp, kPaddedAtoms>::Quick;
  using Roomy = typename Sets<DeviceWarp, kPaddedAtoms>::Roomy;
  constexpr int kWarps = 8;
  const dim3 grid(size_of((group.sizes.slots + kWarps - 1) / kWarps), size_of(group.sizes.parts));
  code_batch<Quick, kWarps><<<grid, kWarps * kLanes, 0, stream>>>(group, lesson);
  code_batch_again<Roomy><<<size_of(group.sizes.parts), kLanes, 0, stream>>>(group, lesson);
}

}  // namespace

void launch_lesson(const Group& group, const Lesson& lesson, cudaStream_t stream) {
  const Sizes& sizes = group.sizes;
  const unsigned parts = size_of(sizes.parts);
  gather_batch<<<dim3(size_of(sizes.slots), parts), kThreads, 0, stream>>>(group, lesson);
  launch_products(group, stream);
  switch (sizes.atoms) {
    case 64:
      launch_lesson_codes<64>(group, lesson, stream);
      break;
    case 128:
      launch_lesson_codes<128>(group, lesson, stream);
      break;
    default:
      launch_lesson_codes<256>(group, lesson, stream);
  }
  const int tiles = (sizes.atoms / kNarrow + sizes.row_tiles()) * (sizes.atoms / kWide);
  add_batch<<<dim3(size_of(tiles), parts), kThreads, 0, stream>>>(group, lesson);
  change_atoms<<<parts, kThreads, 0, stream>>>(group, lesson);
}

}  // namespace supdict::cuda
