// SPDX-License-Identifier: BSD-3-Clause
// One part of a classifier that learns from signals as they arrive.
#pragma once

#include "supdict/classifier.hpp"
#include "training/gradient_step.hpp"

namespace supdict::training {

/// What a part remembers between updates besides its model.
template <class T>
struct PartProgress {
  Moments<T> moments;
  Index t = 0;               ///< steps of Adam since `moments` were started
  double steps = 0;          ///< full batches seen: the clock of the step length
  double rounds = 0;         ///< of the lambda0 rule that are done
  bool warm_up = false;      ///< begin with short steps: the model has learned already
  std::vector<double> seen;  ///< weight of the signals of each local class
};

/// The clock of a part whose training had come to its end: steps are a third of the first ones.
inline constexpr double kFinishedSteps = 1000;

/// Stochastic steps over preprocessed signals, in shuffled batches of nearly the same size. Signals
/// of other classes are left out; with none left nothing changes.
template <class T>
void update_part(const PartProblem<T>& problem, Method method, const TrainOptions& options,
                 const Context& context, SupervisedDictionary<T>& model, PartProgress<T>& progress);

}  // namespace supdict::training
