// SPDX-License-Identifier: BSD-3-Clause
// A block of threads on the host, one after the other. What is written over the verbs of Block
// (gather.hpp, tile.hpp and what is made of tiles) runs here under sanitizers and tests, and on the
// device (device_block.hpp) with real threads and barriers.
//
// The verbs:
//   each(work)     work(thread) for every thread
//   sync()         what every thread has written is seen by all after
//   Own<V>         a V for each thread, own[thread]
#pragma once

#include <vector>

/// Functions of a whole block, and of one of its threads.
#ifdef __CUDACC__
#define SUPDICT_BLOCK __device__ __forceinline__
#else
#define SUPDICT_BLOCK inline
#endif

namespace supdict::cuda {

inline constexpr int kThreads = 128;

struct HostBlock {
  template <class V>
  class Own {
   public:
    V& operator[](int thread) { return values_[thread]; }

   private:
    std::vector<V> values_ = std::vector<V>(kThreads);
  };

  template <class Work>
  void each(const Work& work) const {
    for (int thread = 0; thread < kThreads; ++thread) work(thread);
  }
  void sync() const {}
};

}  // namespace supdict::cuda
