// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "backend/cuda/device_error.cuh"
#include "core/devices.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

// Reductions over a warp in one instruction, tensor cores for doubles.
constexpr int kOldestGeneration = 8;

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::kDevice, why);
}

std::string device_number(int device) {
  return "cuda:" + std::to_string(device);
}

}  // namespace

namespace cuda {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  // Clears the error, so that the next call does not report it again.
  cudaGetLastError();
  refuse("the GPU failed " + std::string(what) + ": " + cudaGetErrorString(status));
}

}  // namespace cuda

namespace core {

int n_cuda_devices() noexcept {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();
  return 0;
}

void check_cuda_device(int device) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver || status == cudaErrorNoDevice) {
    cudaGetLastError();
    refuse("there is no GPU that CUDA can use: " + std::string(cudaGetErrorString(status)));
  }
  cuda::check(status, "to be found");
  if (device < 0 || device >= count) {
    refuse(device_number(device) + " is not there; expected a device from 0 to " +
           std::to_string(count - 1));
  }
  cudaDeviceProp properties;
  cuda::check(cudaGetDeviceProperties(&properties, device), "to report its properties");
  if (properties.major < kOldestGeneration) {
    refuse(name_of_cuda_device(device) + " has compute capability " +
           std::to_string(properties.major) + "." + std::to_string(properties.minor) +
           "; expected 8.0 or newer");
  }
}

std::string name_of_cuda_device(int device) {
  cudaDeviceProp properties;
  cuda::check(cudaGetDeviceProperties(&properties, device), "to report its properties");
  return device_number(device) + " (" + properties.name + ")";
}

}  // namespace core
}  // namespace supdict
