// SPDX-License-Identifier: BSD-3-Clause
// What the functions of a warp are given, and what they leave. Plain views: the same on host and
// device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cuda/host_device.hpp"

namespace supdict::cuda {

/// The most non-zeros of a code: in the first walk of every signal, and in the second one of
/// signals that need more.
inline constexpr int kFewEntries = 32;
inline constexpr int kManyEntries = 64;

/// What all signals of a batch are coded with.
struct Task {
  const float* G = nullptr;  ///< D'D, K x K, K the padded number of atoms
  int n_atoms = 0;           ///< without padding
  float lambda0 = 1;
  float target = 0;  ///< lambda1 / (2 lambda0)
  float bias = 0;    ///< b_1 - b_0
  float tolerance = 0;
  int most_steps = 0;
  int n_hypotheses = 0;      ///< 0: the lasso
  std::uint32_t labels = 0;  ///< bit i: the class of the i-th hypothesis
  SUPDICT_HD int codings() const { return n_hypotheses > 0 ? n_hypotheses : 1; }
  /// Of the i-th coding; -1: the lasso.
  SUPDICT_HD int label(int i) const {
    return n_hypotheses > 0 ? static_cast<int>(labels >> i & 1U) : -1;
  }
};

/// One signal: vectors over K atoms.
struct Signal {
  const float* q = nullptr;  ///< D'x
  const float* d = nullptr;  ///< a_1 - a_0; null for the lasso
  float xx = 0;              ///< ||x||^2
};

/// A non-zero of a code, and what the certificate asks of its atom.
struct alignas(16) Entry {
  float alpha, q, rho, d;
};

/// One coding as a warp leaves it.
struct Found {
  float c_max = 0;  ///< max_j |rho_j - sign wrong d_j / (2 lambda0)|, rho = q - G alpha
  float wrong = 0;  ///< the probability of the other class that c_max was made with
  int steps = 0;
  short size = 0;                 ///< entries in use; -1: no code was found
  bool summed_in_double = false;  ///< rho
};

/// Where the codings of one signal go.
struct Results {
  Entry* entries = nullptr;  ///< of each coding, as many as it has room for
  Found* found = nullptr;    ///< one for each
  float* Alpha = nullptr;    ///< n_atoms for each
};

}  // namespace supdict::cuda
