// SPDX-License-Identifier: BSD-3-Clause
// A block of threads on the device: the verbs of block.hpp.
#pragma once

#include "backend/cuda/training/block.hpp"

namespace supdict::cuda {

struct DeviceBlock {
  template <class V>
  class Own {
   public:
    __device__ __forceinline__ V& operator[](int) { return value_; }

   private:
    V value_;
  };

  template <class Work>
  __device__ __forceinline__ void each(const Work& work) const {
    work(static_cast<int>(threadIdx.x));
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
};

}  // namespace supdict::cuda
