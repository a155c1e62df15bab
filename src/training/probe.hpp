// SPDX-License-Identifier: BSD-3-Clause
// A fixed sample of training signals that a part is looked at with.
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

}  // namespace supdict::training
