// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "backend/cuda/training/machine.hpp"

namespace supdict::cuda {

/// A GPU, one group at a time. Throws Error (kDevice) where there is none.
std::unique_ptr<Machine> make_device_machine(int device);

}  // namespace supdict::cuda
