// SPDX-License-Identifier: BSD-3-Clause
// Where classes have few signals, the sizes of a problem do not tell which model suits it, and
// whole models are so cheap that some can be tried: dictionary and logistic regression, on folds of
// the training signals. One model tells all classes apart, so the work grows with signals times
// classes.
#pragma once

#include "training/progress/run_control.hpp"
#include "training/rules/defaults.hpp"

namespace supdict::training {

/// Whether decision, atoms and kappa are left to choose_model().
bool models_are_tried(const TrainOptions& given, const ProblemSize& size);

/// Resolved options for a run in which choose_model() follows, and for one in which it has to end
/// early.
TrainOptions resolve_few(const TrainOptions& given, const ProblemSize& size);

/// Sets decision, init, atoms, kappa and, unless it is given, lambda2, or members with values of
/// their own, to those with the fewest errors on held-out signals. False if the choice has to end
/// early, which leaves them as they are.
template <class T>
bool choose_model(ConstMatrixRef<T> signals, std::span<const int> y,
                  std::span<const double> weights, const Preprocessing& preprocessing,
                  TrainOptions& options, RunControl& control, const Context& context);

}  // namespace supdict::training
