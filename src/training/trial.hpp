// SPDX-License-Identifier: BSD-3-Clause
// What the rules for lambda2 and mu look at: some parts of a run, each with some of its signals, a
// quarter of them held out; few signals are looked at several times. Afterwards the run itself
// trains on all signals.
#pragma once

#include <span>
#include <vector>

#include "training/part_problem.hpp"

namespace supdict::training {

template <class T>
struct Trial {
  Matrix<T> X;           ///< the signals of all parts
  TrainOptions options;  ///< of the run, for fewer signals
  std::vector<PartProblem<T>> parts;
};

/// `options` are resolved but for lambda2 and mu. Signals of weight 0 are left out.
template <class T>
Trial<T> make_trial(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                    std::span<const int> y, std::span<const double> weights,
                    const Preprocessing& preprocessing, const TrainOptions& options);

}  // namespace supdict::training
