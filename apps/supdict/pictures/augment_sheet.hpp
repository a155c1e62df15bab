// SPDX-License-Identifier: BSD-3-Clause
// What augmentation draws: each row has a signal as it is, and what training sees instead.
#pragma once

#include <string>
#include <supdict/augment.hpp>

namespace supdict::pictures {

struct SheetOptions {
  int draws = 12;          ///< of each signal
  std::uint64_t seed = 1;  ///< of the draws
};

/// Bytes of a PNG file. `X`: raw signals, one per row of the picture.
std::string augment_sheet(ConstMatrixRef<float> X, const Augmentation& augmentation,
                          const Preprocessing& preprocessing, const SheetOptions& options);

}  // namespace supdict::pictures
