// SPDX-License-Identifier: BSD-3-Clause
// The paper's rule for lambda0: in a few early rounds at mu = 0, lambda0 and lambda1 are multiplied
// by the gamma that makes the costs of a probe of training signals most discriminative.
#pragma once

#include <span>

#include "training/methods/state.hpp"

namespace supdict::training {

/// How often the rule is applied.
inline constexpr Index kScaleRounds = 10;
/// Signals of the probe.
inline constexpr Index kScaleProbe = 1000;

/// One round: multiplies lambda0 and lambda1 of the model, and returns the factor. `trust` in (0,
/// 1] weakens a round that has seen few signals: the factor is gamma^trust.
template <class T>
double rescale(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
               double trust, SupervisedDictionary<T>& model);

/// The same from the costs of the probe under both classes, and the sum of its ||x||^2.
template <class T>
double rescale(const TrainOptions& options, const Matrix<double>& costs, std::span<const int> y,
               std::span<const double> weights, double sum_of_energies, double trust,
               SupervisedDictionary<T>& model);

/// Applies the rule when lambda0 was not given and a round is due at state.iteration.
template <class T>
void rescale_if_due(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, PartState<T>& state);

/// The first step from `iteration` on that begins with a round; the largest Index where none is
/// ahead.
Index next_round(const TrainOptions& options, Index iteration);

/// Whether a round is due after this step.
bool rescaling_ahead(const TrainOptions& options, Index iteration);

}  // namespace supdict::training
