// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/device_warp.hpp"
#include "backend/cuda/memory.cuh"
#include "backend/cuda/training/codes.hpp"
#include "backend/cuda/training/launches.cuh"

namespace supdict::cuda {
namespace {

/// Warps of a block take signals side by side; d is the same for all of them.
template <class Set, int kWarps>
struct BlockOfCodes {
  static constexpr bool kOwnGram = Set::kAtoms <= 64;
  alignas(16) float G[kOwnGram ? Set::kAtoms * Set::kAtoms : 4];
  alignas(16) float d[Set::kAtoms];
  alignas(16) CodesMemory<Set> memory[kWarps];
  // Nothing to be saved here where it lies in the memory of the group.
  alignas(16) char saved[kOwnGram ? kWarps * sizeof(typename Set::Saved) : 16];
};

template <class Set, int kWarps, int kBlocks>
__global__ void __launch_bounds__(kWarps* kLanes, kBlocks)
    code(const __grid_constant__ Group group) {
  extern __shared__ float4 shared[];
  auto& own = *reinterpret_cast<BlockOfCodes<Set, kWarps>*>(shared);
  const int part = static_cast<int>(blockIdx.y);
  if (group.numbers[part].active == 0) return;
  const float* G = of_part(group.G, part, Set::kAtoms * Set::kAtoms);
  const int thread = static_cast<int>(threadIdx.x);
  if constexpr (BlockOfCodes<Set, kWarps>::kOwnGram) {
    for (int i = thread; i < Set::kAtoms * Set::kAtoms / 4; i += kWarps * kLanes) {
      reinterpret_cast<float4*>(own.G)[i] = reinterpret_cast<const float4*>(G)[i];
    }
    G = own.G;
  }
  for (int i = thread; i < Set::kAtoms && !group.sizes.bilinear; i += kWarps * kLanes) {
    own.d[i] = direction_of(group, part, i);
  }
  __syncthreads();
  const int warp = thread / kLanes;
  const int slot = static_cast<int>(blockIdx.x) * kWarps + warp;
  if (slot >= group.sizes.batch) return;
  if constexpr (BlockOfCodes<Set, kWarps>::kOwnGram) {
    code_signal<DeviceWarp, Set>(
        group, part, slot, G, own.d, own.memory[warp],
        saved_at<Set>(own.saved, warp * static_cast<int>(sizeof(typename Set::Saved))));
  } else {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(part) * group.sizes.slots + slot;
    code_signal<DeviceWarp, Set>(
        group, part, slot, G, own.d, own.memory[warp],
        saved_at<Set>(group.saved, at * static_cast<std::ptrdiff_t>(kSavedBytes)));
  }
}

/// The signals that had no room: few, so one warp of each part looks for them.
template <class Set>
__global__ void __launch_bounds__(kLanes) code_again(const __grid_constant__ Group group) {
  __shared__ CodesMemory<Set> memory;
  __shared__ alignas(16) float d[Set::kAtoms];
  const int part = static_cast<int>(blockIdx.x);
  if (group.numbers[part].active == 0) return;
  for (int i = static_cast<int>(threadIdx.x); i < Set::kAtoms && !group.sizes.bilinear;
       i += kLanes) {
    d[i] = direction_of(group, part, i);
  }
  __syncwarp();
  const int* lost = of_part(group.lost, part, group.sizes.slots);
  const float* G = of_part(group.G, part, Set::kAtoms * Set::kAtoms);
  auto& saved =
      saved_at<Set>(group.roomy_saved, part * static_cast<std::ptrdiff_t>(kRoomySavedBytes));
  for (int first = 0; first < group.sizes.slots; first += kLanes) {
    unsigned waiting = __ballot_sync(~0U, lost[first + static_cast<int>(threadIdx.x)] != 0);
    for (; waiting != 0; waiting &= waiting - 1) {
      const int slot = first + __ffs(static_cast<int>(waiting)) - 1;
      code_signal<DeviceWarp, Set>(group, part, slot, G, d, memory, saved);
      __syncwarp();
    }
  }
}

template <int kPaddedAtoms>
void launch_codes_over(const Group& group, cudaStream_t stream) {
  using Quick = typename Sets<DeviceWarp, kPaddedAtoms>::Quick;
  using Roomy = typename Sets<DeviceWarp, kPaddedAtoms>::Roomy;
  constexpr int kWarps = 8;
  constexpr int kBlocks = 2;
  constexpr int kShared = static_cast<int>(sizeof(BlockOfCodes<Quick, kWarps>));
  const auto kernel = code<Quick, kWarps, kBlocks>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared),
        "to set the shared memory of a kernel");
  const dim3 grid(size_of((group.sizes.batch + kWarps - 1) / kWarps), size_of(group.sizes.parts));
  kernel<<<grid, kWarps * kLanes, kShared, stream>>>(group);
  code_again<Roomy><<<size_of(group.sizes.parts), kLanes, 0, stream>>>(group);
}

}  // namespace

void launch_codes(const Group& group, cudaStream_t stream) {
  switch (group.sizes.atoms) {
    case 64:
      return launch_codes_over<64>(group, stream);
    case 128:
      return launch_codes_over<128>(group, stream);
    default:
      return launch_codes_over<256>(group, stream);
  }
}

}  // namespace supdict::cuda
