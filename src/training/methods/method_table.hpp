// SPDX-License-Identifier: BSD-3-Clause
// The ways to train, by name.
#pragma once

#include "training/methods/state.hpp"

namespace supdict::training {

/// A training method as functions on the state of a part.
template <class T>
struct Trainer {
  /// Makes the initial model: dictionary, theta = 0, lambda0.
  void (*start)(const PartProblem<T>&, const TrainOptions&, const Context&, PartState<T>&);
  /// Takes one step; false if nothing can be gained any more.
  bool (*step)(const PartProblem<T>&, const TrainOptions&, const Context&, PartState<T>&);
  /// Steps between two points of the path.
  Index (*steps_per_point)(const TrainOptions&);
  bool has_moments = false;  ///< steps need PartState::moments
};

/// The trainer of a method; `options.trainer` chooses one for the SDL methods.
template <class T>
const Trainer<T>& find_trainer(const TrainOptions& options);

template <class T>
Trainer<T> stochastic_trainer();
template <class T>
Trainer<T> alternating_trainer();
template <class T>
Trainer<T> reconstructive_trainer();

}  // namespace supdict::training
