// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA.
#include "backend/cuda/training/device_machine.hpp"
#include "core/devices.hpp"
#include "supdict/error.hpp"

namespace supdict::cuda {

std::unique_ptr<Machine> make_device_machine(int device) {
  core::check_cuda_device(device);
  throw Error(ErrorCode::kDevice, "this build of supdict does not train on a GPU");
}

}  // namespace supdict::cuda
