// SPDX-License-Identifier: BSD-3-Clause
// Logistic regression on the lasso codes of all signals of a part.
#pragma once

#include "training/part/part_problem.hpp"

namespace supdict::training {

/// Finds theta of `model`; D stays. By the kernel where that is cheaper.
template <class T>
void fit_all_signals(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, SupervisedDictionary<T>& model);

}  // namespace supdict::training
