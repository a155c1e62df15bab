// SPDX-License-Identifier: BSD-3-Clause
// A warp on the device: the verbs of lock_step.hpp as intrinsics, a value per lane as a register.
#pragma once

#include <cstdint>

#include "backend/cuda/lock_step.hpp"

namespace supdict::cuda {

__device__ __forceinline__ float select(bool where, float yes, float no) {
  return where ? yes : no;
}
__device__ __forceinline__ int select(bool where, int yes, int no) {
  return where ? yes : no;
}
__device__ __forceinline__ float magnitude(float x) {
  return fabsf(x);
}
__device__ __forceinline__ float larger(float a, float b) {
  return fmaxf(a, b);
}

struct DeviceWarp {
  using Float = float;
  using Double = double;
  using Int = int;
  using Bool = bool;

  static __device__ __forceinline__ double widen(float x) { return x; }
  static __device__ __forceinline__ float narrow(double x) { return static_cast<float>(x); }

  static constexpr unsigned kAll = 0xffffffffU;

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % kLanes); }
  template <class T>
  static __device__ __forceinline__ T load(const T* p, int index) {
    return p[index];
  }
  template <class T>
  static __device__ __forceinline__ void store(T* p, int index, T x, bool where) {
    if (where) p[index] = x;
  }
  template <int kAtoms>
  static __device__ __forceinline__ int atom_at(int place) {
    constexpr int kRun = run_of(kAtoms);
    return place / kRun * kRun * kLanes + kRun * lane() + place % kRun;
  }
  template <class T>
  static __device__ __forceinline__ T load_once(const T* p, int index) {
    return __ldcg(p + index);
  }
  template <class T>
  static __device__ __forceinline__ void store_once(T* p, int index, T x, bool where) {
    if (where) __stcg(p + index, x);
  }
  template <int kAtoms>
  static __device__ __forceinline__ void load_atoms(const float* row, float (&x)[kAtoms]) {
    read_atoms(row, x, [](const auto* p) { return *p; });
  }
  template <int kAtoms>
  static __device__ __forceinline__ void load_atoms_once(const float* row, float (&x)[kAtoms]) {
    read_atoms(row, x, [](const auto* p) { return __ldcg(p); });
  }
  template <int kAtoms>
  static __device__ __forceinline__ void store_atoms(float* row, const float (&x)[kAtoms]) {
    if constexpr (kAtoms == 2) {
      reinterpret_cast<float2*>(row)[lane()] = make_float2(x[0], x[1]);
    } else {
#pragma unroll
      for (int a = 0; a < kAtoms; a += 4) {
        reinterpret_cast<float4*>(row)[a / 4 * kLanes + lane()] =
            make_float4(x[a], x[a + 1], x[a + 2], x[a + 3]);
      }
    }
  }
  template <class T>
  static __device__ __forceinline__ void put(T* p, const T& x) {
    if (lane() == 0) *p = x;
  }
  static __device__ __forceinline__ void put_entry(Entry* p, float alpha, float q, float rho,
                                                   float d, int count) {
    if (lane() >= count) return;
    __stcg(reinterpret_cast<float4*>(p) + lane(), make_float4(alpha, q, rho, d));
  }
  static __device__ __forceinline__ Four four(const float* p) {
    const float4 x = *reinterpret_cast<const float4*>(p);
    return {x.x, x.y, x.z, x.w};
  }
  template <class T>
  static __device__ __forceinline__ T shuffle(T x, int lane) {
    return __shfl_sync(kAll, x, lane);
  }
  static __device__ __forceinline__ std::uint32_t bits(float x) {
    return __float_as_uint(x);
  }
  static __device__ __forceinline__ float number(std::uint32_t bits) {
    return __uint_as_float(bits);
  }
  static __device__ __forceinline__ std::uint32_t largest(float x) {
    return __reduce_max_sync(kAll, bits(x));
  }
  static __device__ __forceinline__ float sum(float x) {
#pragma unroll
    for (int apart = kLanes / 2; apart > 0; apart /= 2) x += __shfl_xor_sync(kAll, x, apart);
    return x;
  }
  static __device__ __forceinline__ std::uint32_t ballot(bool where) {
    return __ballot_sync(kAll, where);
  }
  static __device__ __forceinline__ bool lane_bit(std::uint32_t bits) {
    return (bits >> lane() & 1U) != 0;
  }
  static __device__ __forceinline__ int first_bit(std::uint32_t bits) {
    return __ffs(static_cast<int>(bits)) - 1;
  }
  static __device__ __forceinline__ int last_bit(std::uint32_t bits) {
    return 31 - __clz(static_cast<int>(bits));
  }
  static __device__ __forceinline__ float reciprocal(float x) {
    return __fdividef(1.0F, x);
  }
  static __device__ __forceinline__ float exp_of(float x) {
    return __expf(x);
  }
  static __device__ __forceinline__ float log_of(float x) {
    return logf(x);
  }
  static __device__ __forceinline__ float log1p_of(float x) {
    return log1pf(x);
  }
  static __device__ __forceinline__ void sync() {
    __syncwarp();
  }

 private:
  template <int kAtoms, class Read>
  static __device__ __forceinline__ void read_atoms(const float* row, float (&x)[kAtoms],
                                                    const Read& read) {
    if constexpr (kAtoms == 2) {
      const float2 two = read(reinterpret_cast<const float2*>(row) + lane());
      x[0] = two.x;
      x[1] = two.y;
    } else {
      static_assert(kAtoms % 4 == 0);
#pragma unroll
      for (int a = 0; a < kAtoms; a += 4) {
        const float4 four = read(reinterpret_cast<const float4*>(row) + a / 4 * kLanes + lane());
        x[a] = four.x;
        x[a + 1] = four.y;
        x[a + 2] = four.z;
        x[a + 3] = four.w;
      }
    }
  }
};

}  // namespace supdict::cuda
