// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "supdict/types.hpp"

namespace supdict::model {

/// The class `label` cannot cost more than any other one, even at the far ends of the gaps.
inline bool is_certified(const Eigen::Ref<const Vector<double>>& costs,
                         const Eigen::Ref<const Vector<double>>& gaps, Index label) {
  for (Index l = 0; l < costs.size(); ++l) {
    if (l != label && costs[l] - gaps[l] <= costs[label]) return false;
  }
  return true;
}

}  // namespace supdict::model
