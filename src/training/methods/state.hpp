// SPDX-License-Identifier: BSD-3-Clause
// The explicit state of a part in training. Training is a fold, state <- step(state), and a step
// depends on nothing else that changes. So a part can stop, be saved, and continue later.
#pragma once

#include "supdict/decision.hpp"
#include "supdict/trainer.hpp"
#include "training/methods/gradient_step.hpp"

namespace supdict::training {

template <class T>
struct PartState {
  bool started = false;
  bool finished = false;
  Index iteration = 0;            ///< steps done
  SupervisedDictionary<T> model;  ///< at this step
  SupervisedDictionary<T> best;   ///< the point of the path that is kept
  Moments<T> moments;             ///< stochastic
  double step_D = 0;              ///< alternating: step lengths the line search has found
  double step_theta = 0;
  PartSummary summary;
};

}  // namespace supdict::training
