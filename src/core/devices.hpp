// SPDX-License-Identifier: BSD-3-Clause
// GPUs as the rest of the library knows them. The room backend/cuda has the functions: those that
// use the CUDA runtime, or, in a build without CUDA, those that say so.
#pragma once

#include <string>

#include "supdict/context.hpp"

namespace supdict::core {

/// Throws Error(kDevice) unless GPU number `device` is there and can be used.
void check_cuda_device(int device);

/// "cuda:0 (NVIDIA H200)"
std::string name_of_cuda_device(int device);

/// 0 where there is none, or no driver, or no CUDA in this build.
int n_cuda_devices() noexcept;

/// Whether check_cuda_device(0) would pass.
bool first_cuda_device_serves() noexcept;

/// Why an automatic Context leaves this work to the threads, in a few words for people. Empty: it
/// does not, or is not automatic.
std::string why_on_threads(const Context& context, double codings, double n_atoms);

}  // namespace supdict::core
