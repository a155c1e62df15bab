// SPDX-License-Identifier: BSD-3-Clause
// Products of signals of bytes with columns in digits (digits.hpp): the tensor cores multiply and
// add whole numbers, so that nothing is rounded but the columns and the result.
#pragma once

#include "backend/cuda/digits.hpp"
#include "backend/cuda/memory.cuh"
#include "backend/cuda/product.cuh"

namespace supdict::cuda {

/// Digits in device memory.
class DeviceDigits {
 public:
  explicit DeviceDigits(const Digits& digits);

  int depth() const { return depth_; }
  const std::int8_t* digits() const { return digits_.get(); }
  const double* units() const { return units_.get(); }

 private:
  int depth_;
  Array<std::int8_t, OnDevice> digits_;
  Array<double, OnDevice> units_;
};

/// q (m x columns) = products with signals.bytes times scale.
void multiply_bytes(const Signals& signals, const DeviceDigits& digits, int columns,
                    const double* scale, float* q, cudaStream_t stream);

}  // namespace supdict::cuda
