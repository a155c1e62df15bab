// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and its decision function in the layout of the device: atoms padded to multiples of
// what a warp holds, and one matrix, in double, of everything that signals are multiplied with.
#pragma once

#include <span>
#include <vector>

#include "backend/cuda/order.hpp"

namespace supdict::coding {
template <class T>
class Packed;
}

namespace supdict::cuda {

/// n_atoms rounded up to a size that kernels exist for: 64, 128, 256, 384 or 512.
int padded_atoms(coding::Size n_atoms);

struct Plan {
  explicit Plan(const coding::Packed<float>& packed);

  /// Codings under `hypotheses` (none: the lasso, and lambda1 is kappa).
  Order order(double lambda0, double lambda1, std::span<const int> hypotheses,
              const coding::Settings& settings) const;

  int n = 0;        ///< features
  int K = 0;        ///< padded_atoms
  int columns = 0;  ///< of `rows`: K, or 2 K where d depends on the signal
  bool bilinear = false;
  std::vector<double> rows;  ///< n x columns: entry t of every atom, then of every w_1 - w_0
  std::vector<float> G;      ///< K x K
  std::vector<float> d;      ///< linear, two classes: K; else empty

 private:
  coding::Size n_atoms_;
  Exact exact_;
  int most_steps_;
};

}  // namespace supdict::cuda
