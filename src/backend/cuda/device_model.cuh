// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and its decision function in device memory.
#pragma once

#include <optional>

#include "backend/cuda/byte_product.cuh"
#include "backend/cuda/memory.cuh"
#include "backend/cuda/plan.hpp"
#include "backend/cuda/solve.cuh"

namespace supdict::cuda {

struct DeviceModel {
  /// `on_host` must live as long.
  explicit DeviceModel(const Plan& on_host);

  /// Only signals of bytes are multiplied with digits.
  const DeviceDigits& in_digits();

  const Plan& plan;
  int n;
  Atoms atoms;
  Array<double, OnDevice> rows;
  Array<float, OnDevice> G;
  Array<float, OnDevice> d;
  std::optional<DeviceDigits> digits;
};

}  // namespace supdict::cuda
