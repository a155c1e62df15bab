// SPDX-License-Identifier: BSD-3-Clause
// Memory of a device, and memory of the host that a device copies from and to at full speed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "backend/cuda/device_error.cuh"

namespace supdict::cuda {

struct OnDevice {
  static void* take(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "to give memory");
    return memory;
  }
  static void give_back(void* memory) { cudaFree(memory); }
};

struct Pinned {
  static void* take(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMallocHost(&memory, bytes), "to pin memory of the host");
    return memory;
  }
  static void give_back(void* memory) { cudaFreeHost(memory); }
};

/// `count` entries that are not set; grows when more are asked for.
template <class T, class Kind>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t count) { reserve(count); }
  ~Array() { release(); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  void reserve(std::size_t count) {
    if (count <= size_) return;
    release();
    data_ = static_cast<T*>(Kind::take(count * sizeof(T)));
    size_ = count;
  }
  T* get() const { return data_; }

 private:
  void release() {
    if (data_ != nullptr) Kind::give_back(data_);
    data_ = nullptr;
    size_ = 0;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace supdict::cuda
