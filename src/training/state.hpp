// SPDX-License-Identifier: BSD-3-Clause
// The explicit state of a part while it is trained. Training is a fold: state <- step(state), and a
// step depends on nothing else that changes. So a part can stop, be saved, and go on later.
#pragma once

#include "supdict/decision.hpp"
#include "supdict/trainer.hpp"
#include "training/gradient_step.hpp"

namespace supdict::training {

template <class T>
struct PartState {
  bool started = false;
  bool finished = false;
  Index iteration = 0;            ///< steps done
  SupervisedDictionary<T> model;  ///< as it is now
  SupervisedDictionary<T> best;   ///< the point of the path that is kept
  Moments<T> moments;             ///< stochastic
  double objective = 0;           ///< alternating: E of the last round
  double step_D = 0;              ///< alternating: step lengths the line search has found
  double step_theta = 0;
  PartSummary summary;
};

/// A way to train, as a pair of functions on the state.
template <class T>
struct Trainer {
  /// First model: dictionary, theta = 0, lambda0.
  void (*start)(const PartProblem<T>&, const TrainOptions&, const Context&, PartState<T>&);
  /// One step; false when nothing is left to gain.
  bool (*step)(const PartProblem<T>&, const TrainOptions&, const Context&, PartState<T>&);
  /// Steps between two points of the path.
  Index (*steps_per_point)(const TrainOptions&);
};

/// The trainer of a method; `options.trainer` chooses among those for SDL.
template <class T>
const Trainer<T>& find_trainer(const TrainOptions& options);

/// mu in a given step: from 0, linear, up to options.mu after mu_ramp of the iterations.
double mu_at(const TrainOptions& options, Index iteration);

/// Appends a point to the path: objective and errors on a fixed probe of training signals and on
/// the validation part. Keeps the model when it is the best so far.
template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, PartState<T>& state);

}  // namespace supdict::training
