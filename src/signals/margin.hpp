// SPDX-License-Identifier: BSD-3-Clause
// Margins of background around images, which give deformed images room.
#pragma once

#include <optional>

#include "supdict/augment.hpp"
#include "supdict/preprocessing.hpp"

namespace supdict::signals {

struct Sides {
  int height = 0;
  int width = 0;
};
/// What PreprocessingOptions::pad says: sides, or nothing for "auto" and "none". Throws
/// Error(kInvalidOption) for any other text.
std::optional<Sides> sides_from(const std::string& pad);

/// Sets the sides of padded images as the options ask. Throws Error(kInvalidOption) if they are too
/// small, or if signals are no images.
void set_margin(const PreprocessingOptions& options, Preprocessing& fitted);

/// The median of the border pixels of (at most 1000) images, after scaling.
template <class T>
double fit_background(ConstMatrixRef<T> X, const Preprocessing& fitted);

/// In place: the first n_raw entries of `x` become n_values().
void add_margin(const Preprocessing& fitted, double* x);

/// The text for `pad` with which images of these sides have room for the augmentation. The root of
/// the sum of the squares of what its deformations move ink at half the sides, beyond the border
/// pixels that are background in nearly all of the images; "none" if that is enough, or for curves.
template <class T>
std::string room_for(const Augmentation& augmentation, ConstMatrixRef<T> X, int height, int width);

}  // namespace supdict::signals
