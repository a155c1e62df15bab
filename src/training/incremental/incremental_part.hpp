// SPDX-License-Identifier: BSD-3-Clause
// One part of a classifier that is trained incrementally.
#pragma once

#include "supdict/classifier.hpp"
#include "training/methods/gradient_step.hpp"

namespace supdict::training {

/// The state of a part between updates, besides its model.
template <class T>
struct PartProgress {
  Moments<T> moments;
  Index t = 0;               ///< steps of Adam since `moments` were started
  double steps = 0;          ///< full batches seen: they determine the step length
  double rounds = 0;         ///< of the lambda0 rule that are done
  bool warm_up = false;      ///< begin with short steps, because the model is trained already
  std::vector<double> seen;  ///< weight of the signals of each local class
  double signals = 0;        ///< their number
};

/// `steps` of a part whose training was complete: its steps are a third as long as the first ones.
inline constexpr double kFinishedSteps = 1000;

/// Stochastic steps over preprocessed signals, in shuffled batches of nearly equal size. Signals of
/// other classes are left out; if none are left, nothing changes.
template <class T>
void update_part(const PartProblem<T>& problem, Method method, const TrainOptions& options,
                 const Context& context, SupervisedDictionary<T>& model, PartProgress<T>& progress);

}  // namespace supdict::training
