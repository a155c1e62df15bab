// SPDX-License-Identifier: BSD-3-Clause
// Learning to reconstruct: one batch of every part after the other (dictionary/atom_update.hpp has
// the argument). The stages are in lesson_stages.hpp.
//   gather    signals of the batch
//   products  D'D and D'X                                             (products.hpp)
//   codes     the lasso
//   sums      A <- keep A + Alpha Alpha', B <- keep B + X Alpha'
//   atoms     d_i <- project(d_i + (B_i - D A_i) / A_ii), one after the other
#pragma once

#include <cstdint>

namespace supdict::cuda {

/// An atom with less than this share of the energy of all codes is dead.
inline constexpr double kDeadShareOfLessons = 1e-6;

/// What a group needs besides its memory for steps.
struct Lesson {
  const std::int32_t* order = nullptr;  ///< [part][batch][slot]: signal, or -1
  const float* keep = nullptr;          ///< [batch]: what earlier sums are scaled by
  int batches = 0;                      ///< of the longest part
  float target = 0;                     ///< kappa / 2
  float* A = nullptr;                   ///< [part][atom][atom]
  float* B = nullptr;                   ///< [part][row][atom]
};

}  // namespace supdict::cuda
