// SPDX-License-Identifier: BSD-3-Clause
// How a part is looked at: a fixed sample of training signals, and errors on those held out.
#pragma once

#include "training/state.hpp"

namespace supdict::training {

template <class T>
struct Probe {
  Matrix<T> X;
  std::vector<int> y;
};

/// At most `limit` signals, the same ones every time it is asked for.
template <class T>
Probe<T> training_probe(const PartProblem<T>& problem, const TrainOptions& options, Index limit);

/// Share of the validation signals of a part that its model gets wrong.
template <class T>
double validation_error(const PartProblem<T>& problem, Method method,
                        const SupervisedDictionary<T>& model, const CodingOptions& coding,
                        const Context& context);

}  // namespace supdict::training
