// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "supdict/types.hpp"

namespace supdict::dictionary {

/// The nearest d with ||d||^2 + gamma ||d||_1 <= 1 for gamma > 0, exactly [equations.md E15]. True
/// if it is another one.
template <class T>
bool into_sparse_ball(Eigen::Ref<Vector<T>> d, double gamma);

}  // namespace supdict::dictionary
