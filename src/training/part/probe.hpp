// SPDX-License-Identifier: BSD-3-Clause
// How a part is evaluated: on a fixed sample of its training signals, and on held-out signals.
#pragma once

#include "supdict/predict.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::training {

template <class T>
struct Probe {
  Matrix<T> X;
  std::vector<int> y;
  std::vector<double> weights;
};

/// At most `limit` training signals of a part, the same ones at every call.
template <class T>
std::vector<Index> probe_members(const PartProblem<T>& problem, const TrainOptions& options,
                                 Index limit);

/// These signals.
template <class T>
Probe<T> training_probe(const PartProblem<T>& problem, const TrainOptions& options, Index limit);

/// Share of the signals that are not cheapest under their own class.
double error_rate(const PartCosts& costs, std::span<const int> y);

/// Share of the validation signals of a part that its model gets wrong.
template <class T>
double validation_error(const PartProblem<T>& problem, Method method,
                        const SupervisedDictionary<T>& model, const CodingOptions& coding,
                        const Context& context);

}  // namespace supdict::training
