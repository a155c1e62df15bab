// SPDX-License-Identifier: BSD-3-Clause
// The trial data for the rules for lambda2 and mu: some parts of a run, each with some of its
// signals, drawn with the seed, and a quarter of them held out. With few signals, several splits
// are made. Afterwards the run itself trains on all signals.
#pragma once

#include <span>
#include <vector>

#include "training/methods/part_group.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::training {

template <class T>
struct Trial {
  Matrix<T> X;           ///< the signals of all parts
  TrainOptions options;  ///< those of the run, adapted to fewer signals
  double weight = 1;     ///< mean of the non-zero weights of the run
  std::vector<PartProblem<T>> parts;
  Machines machines;  ///< for steps
};

/// `options` are resolved except for lambda0, lambda2 and mu. Signals of weight 0 are left out.
template <class T>
Trial<T> make_trial(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                    std::span<const int> y, std::span<const double> weights,
                    const Preprocessing& preprocessing, const TrainOptions& options);

}  // namespace supdict::training
