// SPDX-License-Identifier: BSD-3-Clause
#include <type_traits>

#include "backend/cuda/device_error.cuh"
#include "backend/cuda/device_warp.hpp"
#include "backend/cuda/rows.hpp"
#include "backend/cuda/solve.cuh"
#include "backend/cuda/tableau.hpp"
#include "backend/cuda/walk.hpp"

namespace supdict::cuda {
namespace {

constexpr int kThreadsOfAWarp = kLanes;

/// Signals of a launch: all of a chunk, or at most so many of a list in device memory.
struct Which {
  const int* list = nullptr;
  const int* count = nullptr;
  int first = 0;
  int most = 0;
  __device__ int size() const {
    if (list == nullptr) return most;
    const int left = *count - first;
    return left < most ? left : most;
  }
  __device__ int at(int i) const { return list != nullptr ? list[first + i] : i; }
};

/// The i-th signal of a launch, which is signal j of the chunk.
template <bool kClasses, class Set>
__device__ __forceinline__ void code_signal(const Atoms& atoms, const Task& task,
                                            const Chunk& chunk, const Walked& walked, int i, int j,
                                            Set& set, typename Set::Saved& saved) {
  const std::size_t h = static_cast<std::size_t>(task.codings());
  const std::size_t at = static_cast<std::size_t>(i) * h;
  const float* q = chunk.q + static_cast<std::size_t>(j) * atoms.columns;
  const Signal signal{q, d_of(task, atoms.bilinear, atoms.K, q, atoms.d),
                      static_cast<float>(chunk.xx[j])};
  Walk<DeviceWarp, Set, kClasses>(task, signal, set)
      .solve(saved, {walked.entries + at * Set::kCapacity, walked.found + at,
                     chunk.Alpha + static_cast<std::size_t>(j) * h * task.n_atoms});
}

/// At most 64 atoms: the Gram matrix, and what a second hypothesis starts from, in shared memory.
template <int kCap, bool kClasses, int kWarps, int kBlocks>
__global__ void __launch_bounds__(kWarps* kThreadsOfAWarp, kBlocks)
    walk_tableau(const __grid_constant__ Atoms atoms, const __grid_constant__ Task task,
                 const __grid_constant__ Chunk chunk) {
  using Set = Tableau<DeviceWarp, kCap>;
  extern __shared__ float4 shared[];
  float* G = reinterpret_cast<float*>(shared);
  auto* memory = reinterpret_cast<typename Set::Memory*>(G + Set::kAtoms * Set::kAtoms);
  auto* saved = reinterpret_cast<typename Set::Saved*>(memory + kWarps);
  for (int i = static_cast<int>(threadIdx.x); i < Set::kAtoms * Set::kAtoms / 4;
       i += kWarps * kThreadsOfAWarp) {
    shared[i] = reinterpret_cast<const float4*>(atoms.G)[i];
  }
  __syncthreads();
  const int warp = static_cast<int>(threadIdx.x) / kThreadsOfAWarp;
  const int warps = static_cast<int>(gridDim.x) * kWarps;
  for (int j = static_cast<int>(blockIdx.x) * kWarps + warp; j < chunk.m; j += warps) {
    Set set(G, memory[warp]);
    code_signal<kClasses>(atoms, task, chunk, chunk.first, j, j, set, saved[kClasses ? warp : 0]);
    __syncwarp();
  }
}

template <int kCap, bool kClasses, int kWarps>
constexpr int shared_of_tableau() {
  using Set = Tableau<DeviceWarp, kCap>;
  return static_cast<int>(
      sizeof(float) * Set::kAtoms * Set::kAtoms +
      kWarps * (sizeof(typename Set::Memory) + (kClasses ? sizeof(typename Set::Saved) : 0)));
}

/// More atoms, or more of them active: the Gram matrix in global memory, saved walks as well.
template <int kPlaces, int kSlots, bool kClasses, int kWarps, int kBlocks>
__global__ void __launch_bounds__(kWarps* kThreadsOfAWarp, kBlocks)
    walk_rows(const __grid_constant__ Atoms atoms, const __grid_constant__ Task task,
              const __grid_constant__ Chunk chunk, const __grid_constant__ Which which,
              const __grid_constant__ Walked walked,
              typename Rows<DeviceWarp, kPlaces, kSlots>::Saved* saved) {
  using Set = Rows<DeviceWarp, kPlaces, kSlots>;
  __shared__ typename Set::Memory memory[kWarps];
  const int warp = static_cast<int>(threadIdx.x) / kThreadsOfAWarp;
  const int own = static_cast<int>(blockIdx.x) * kWarps + warp;
  const int warps = static_cast<int>(gridDim.x) * kWarps;
  const int size = which.size();
  for (int i = own; i < size; i += warps) {
    Set set(atoms.G, memory[warp]);
    code_signal<kClasses>(atoms, task, chunk, walked, i, which.at(i), set, saved[own]);
    __syncwarp();
  }
}

/// One thread per signal. What is not certified is put into a list.
__global__ void certify(const __grid_constant__ Task task, const __grid_constant__ Exact exact,
                        const __grid_constant__ Chunk chunk, const __grid_constant__ Which which,
                        const __grid_constant__ Walked walked, int room, int* list, int* count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= which.size()) return;
  const int j = which.at(i);
  const int h = task.codings();
  bool done = true;
  for (int l = 0; l < h; ++l) {
    const std::size_t from = static_cast<std::size_t>(i) * h + l;
    const std::size_t to = static_cast<std::size_t>(j) * h + l;
    float* posterior = chunk.posterior == nullptr ? nullptr : chunk.posterior + 2 * to;
    const coding::Outcome outcome =
        outcome_of(exact, chunk.xx[j], task.label(l), walked.found[from],
                   walked.entries + from * room, posterior);
    chunk.outcome[to] = outcome;
    if (chunk.nonzeros != nullptr) {
      chunk.nonzeros[to] = nonzeros_of(walked.found[from], walked.entries + from * room);
    }
    done = done && outcome.status == coding::Status::kConverged;
  }
  if (!done) list[atomicAdd(count, 1)] = j;
}

int blocks_for(int m, int warps, int blocks, int multiprocessors) {
  const int wanted = (m + warps - 1) / warps;
  return wanted < blocks * multiprocessors ? wanted : blocks * multiprocessors;
}

template <int kCap, bool kClasses, int kBlocks>
void launch_tableau(const Atoms& atoms, const Task& task, const Chunk& chunk, int multiprocessors,
                    cudaStream_t stream) {
  constexpr int kWarps = 8;
  constexpr int kShared = shared_of_tableau<kCap, kClasses, kWarps>();
  const auto kernel = walk_tableau<kCap, kClasses, kWarps, kBlocks>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared),
        "to set the shared memory of a kernel");
  const int grid = blocks_for(chunk.m, kWarps, kBlocks, multiprocessors);
  kernel<<<grid, kWarps * kThreadsOfAWarp, kShared, stream>>>(atoms, task, chunk);
}

/// Room for 24 atoms in 80 registers leaves room for more warps; more is wasted on the lasso.
void walk_over_few(const Atoms& atoms, const Task& task, const Chunk& chunk, int multiprocessors,
                   cudaStream_t stream) {
  if (task.n_hypotheses > 0) {
    launch_tableau<32, true, 2>(atoms, task, chunk, multiprocessors, stream);
  } else {
    launch_tableau<24, false, 3>(atoms, task, chunk, multiprocessors, stream);
  }
}

template <int kPlaces, int kSlots>
struct RowsLaunch {
  static constexpr bool kSmall = kPlaces <= 8 && kSlots == 1;
  static constexpr int kWarps = kSmall ? 8 : 4;
  static constexpr int kBlocks = kSlots > 1 || kSmall ? 2 : 3;
  using Saved = typename Rows<DeviceWarp, kPlaces, kSlots>::Saved;

  static std::size_t saved_bytes(int multiprocessors) {
    return sizeof(Saved) * static_cast<std::size_t>(kWarps * kBlocks * multiprocessors);
  }
  static void go(const Atoms& atoms, const Task& task, const Chunk& chunk, const Which& which,
                 const Walked& walked, void* saved, int multiprocessors, cudaStream_t stream) {
    constexpr int kShareOfShared = 10;  // percent: the rest of the cache is for the Gram matrix
    const auto kernel = task.n_hypotheses > 0 ? walk_rows<kPlaces, kSlots, true, kWarps, kBlocks>
                                              : walk_rows<kPlaces, kSlots, false, kWarps, kBlocks>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                               kShareOfShared),
          "to set the cache of a kernel");
    const int grid = blocks_for(which.most, kWarps, kBlocks, multiprocessors);
    kernel<<<grid, kWarps * kThreadsOfAWarp, 0, stream>>>(atoms, task, chunk, which, walked,
                                                          static_cast<Saved*>(saved));
  }
};

/// function(std::integral_constant<int, places of a lane>) for K atoms.
template <class Function>
auto for_places(int K, const Function& function) {
  switch (K) {
    case 64:
      return function(std::integral_constant<int, 2>());
    case 128:
      return function(std::integral_constant<int, 4>());
    case 256:
      return function(std::integral_constant<int, 8>());
    case 384:
      return function(std::integral_constant<int, 12>());
    default:
      return function(std::integral_constant<int, 16>());
  }
}

template <int kSlots>
void walk_over_many(const Atoms& atoms, const Task& task, const Chunk& chunk, const Which& which,
                    const Walked& walked, void* saved, int multiprocessors, cudaStream_t stream) {
  for_places(atoms.K, [&](auto places) {
    if constexpr (kSlots > 1 || places > 2) {
      RowsLaunch<places, kSlots>::go(atoms, task, chunk, which, walked, saved, multiprocessors,
                                     stream);
    }
  });
}

void certify_all(const Task& task, const Exact& exact, const Chunk& chunk, const Which& which,
                 const Walked& walked, int room, int* list, int* count, cudaStream_t stream) {
  constexpr int kThreads = 128;
  certify<<<(which.most + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
      task, exact, chunk, which, walked, room, list, count);
  check(cudaGetLastError(), "to start the certificates");
}

}  // namespace

std::size_t saved_bytes(int K, int multiprocessors) {
  return for_places(K, [&](auto places) {
    const std::size_t second = RowsLaunch<places, 2>::saved_bytes(multiprocessors);
    if constexpr (places > 2) {
      const std::size_t first = RowsLaunch<places, 1>::saved_bytes(multiprocessors);
      return first < second ? second : first;
    }
    return second;
  });
}

void code_chunk(const Atoms& atoms, const Order& order, const Chunk& chunk, void* saved,
                int multiprocessors, cudaStream_t stream) {
  constexpr int kFewAtoms = 64;
  Task task = order.task;
  task.G = atoms.G;
  const Which all{nullptr, nullptr, 0, chunk.m};
  if (atoms.K == kFewAtoms) {
    walk_over_few(atoms, task, chunk, multiprocessors, stream);
  } else {
    walk_over_many<1>(atoms, task, chunk, all, chunk.first, saved, multiprocessors, stream);
  }
  check(cudaGetLastError(), "to start a walk");
  certify_all(task, order.exact, chunk, all, chunk.first, kFewEntries, chunk.retry,
              chunk.counters + kRetried, stream);

  // All of them, however many there are: the code of a signal must not depend on other signals.
  for (int first = 0; first < chunk.m; first += chunk.most_retries) {
    const Which rest{chunk.retry, chunk.counters + kRetried, first, chunk.most_retries};
    walk_over_many<2>(atoms, task, chunk, rest, chunk.second, saved, multiprocessors, stream);
    check(cudaGetLastError(), "to start a walk");
    certify_all(task, order.exact, chunk, rest, chunk.second, kManyEntries, chunk.unfinished,
                chunk.counters + kUnfinished, stream);
  }
}

}  // namespace supdict::cuda
