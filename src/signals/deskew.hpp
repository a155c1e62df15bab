// SPDX-License-Identifier: BSD-3-Clause
// Slant of an image, measured and removed.
//   slant     a = cov(row, column) / var(row), over pixels weighted by their ink max(0, x)
//   shear     x(r, c) <- x(r, c + a (r - mean row)), linear between pixels, background 0
#pragma once

#include "supdict/types.hpp"

namespace supdict::signals {

/// In place, `height` rows of `width` pixels. An image without ink is left unchanged.
void deskew(double* image, int height, int width);

}  // namespace supdict::signals
