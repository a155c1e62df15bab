// SPDX-License-Identifier: BSD-3-Clause
// Dictionaries: the constraint set of every training problem here is ||d_i||_2 <= 1.
#pragma once

#include "supdict/types.hpp"

namespace supdict {

/// Scales columns longer than 1 back to the unit sphere; returns how many were.
template <class T>
Index project_atoms(Matrix<T>& D);

}  // namespace supdict
