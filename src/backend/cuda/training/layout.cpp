// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/training/layout.hpp"

#include <algorithm>

#include "backend/cuda/plan.hpp"

namespace supdict::cuda {
namespace {

/// Rows in one stretch of the sums of products, about.
constexpr int kStretch = 112;

constexpr int round_up(int value, int step) {
  return (value + step - 1) / step * step;
}

}  // namespace

Sizes sizes_of_group(std::size_t parts, Index n, Index k, Index batch) {
  Sizes sizes;
  sizes.parts = static_cast<int>(parts);
  sizes.n = static_cast<int>(n);
  sizes.k = static_cast<int>(k);
  sizes.batch = static_cast<int>(batch);
  sizes.rows = round_up(sizes.n, kNarrow);
  sizes.atoms = padded_atoms(k);
  sizes.slots = round_up(sizes.batch, kNarrow);
  const int splits = std::max(1, (sizes.n + kStretch / 2) / kStretch);
  sizes.stretch = round_up((sizes.n + splits - 1) / splits, kDepth);
  sizes.splits = (sizes.n + sizes.stretch - 1) / sizes.stretch;
  return sizes;
}

const float* bring_signals(Machine& machine, ConstMatrixRef<float> X) {
  if (X.outerStride() == X.rows()) {
    return machine.resident(X.data(), static_cast<std::size_t>(X.size()));
  }
  const Matrix<float> together = X;
  auto* signals =
      static_cast<float*>(machine.allocate(static_cast<std::size_t>(X.size()) * sizeof(float)));
  machine.upload(signals, together.data(), static_cast<std::size_t>(X.size()) * sizeof(float));
  return signals;
}

}  // namespace supdict::cuda
