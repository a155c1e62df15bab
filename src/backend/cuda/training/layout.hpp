// SPDX-License-Identifier: BSD-3-Clause
// How the memory of a group is cut, and how matrices of the host lie in it.
#pragma once

#include <cstddef>

#include "backend/cuda/training/machine.hpp"
#include "supdict/types.hpp"

namespace supdict::cuda {

/// Sizes of parts that are stepped in batches.
Sizes sizes_of_group(std::size_t parts, Index n, Index k, Index batch);

/// All signals, one after the other. They stay as they are while the machine lives.
const float* bring_signals(Machine& machine, ConstMatrixRef<float> X);

/// Arrays one after the other, each at a line of its own. Without memory it only counts.
class Arrays {
 public:
  explicit Arrays(char* memory) : memory_(memory) {}

  template <class T>
  void take(T*& array, std::size_t count) {
    array = memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + used_);
    constexpr std::size_t kLine = 256;
    used_ += (count * sizeof(T) + kLine - 1) / kLine * kLine;
  }
  std::size_t used() const { return used_; }

 private:
  char* memory_;
  std::size_t used_ = 0;
};

/// Where arrays of a group lie that kernels do not write, for the host to fill.
template <class T>
T* writable(const T* array) {
  return const_cast<T*>(array);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// Columns (n x k) to rows of padded atoms.
inline void pack(ConstMatrixRef<float> D, int atoms, float* rows) {
  Eigen::Map<Matrix<float>, 0, Eigen::OuterStride<>>(rows, D.cols(), D.rows(),
                                                     Eigen::OuterStride<>(atoms)) = D.transpose();
}
inline void unpack(const float* rows, int atoms, Eigen::Ref<Matrix<float>> D) {
  D = Eigen::Map<const Matrix<float>, 0, Eigen::OuterStride<>>(rows, D.cols(), D.rows(),
                                                               Eigen::OuterStride<>(atoms))
          .transpose();
}

}  // namespace supdict::cuda
