// SPDX-License-Identifier: BSD-3-Clause
// The paper's rule for lambda0: in a few early rounds at mu = 0, lambda0 and lambda1 are multiplied
// by the gamma that makes the costs of a probe of training signals most discriminative.
#pragma once

#include "training/state.hpp"

namespace supdict::training {

/// Times the rule is applied.
inline constexpr Index kScaleRounds = 10;

/// One round: multiplies lambda0 and lambda1 of the model, and returns the factor. `trust` in
/// (0, 1] tempers a round that has seen few signals: the factor is gamma^trust.
template <class T>
double rescale(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
               double trust, SupervisedDictionary<T>& model);

/// Applies the rule when lambda0 was not given and a round is due at state.iteration.
template <class T>
void rescale_if_due(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, PartState<T>& state);

}  // namespace supdict::training
