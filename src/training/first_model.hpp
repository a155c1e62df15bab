// SPDX-License-Identifier: BSD-3-Clause
// The dictionary a part starts from.
#pragma once

#include "training/state.hpp"

namespace supdict::training {

/// D learned for reconstruction of the part's signals, or Gaussian (options.init); theta = 0.
template <class T>
void make_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state);

}  // namespace supdict::training
