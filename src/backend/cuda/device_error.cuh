// SPDX-License-Identifier: BSD-3-Clause
// What the CUDA runtime returns, as an Error.
#pragma once

#include <cuda_runtime.h>

namespace supdict::cuda {

/// Throws Error(kDevice) unless `status` is success: "the GPU failed <to do something>: ...".
void check(cudaError_t status, const char* what);

}  // namespace supdict::cuda
