// SPDX-License-Identifier: BSD-3-Clause
// The training path of a part: its length, mu along it, and its points.
#pragma once

#include "training/methods/state.hpp"

namespace supdict::training {

/// Steps of a part if nothing ends it early.
inline Index n_steps(const TrainOptions& options) {
  return options.method == Method::kRec ? 1 : options.iterations.value();
}

/// mu at a given step: linear from 0 up to options.mu after the share mu_ramp of the iterations.
double mu_at(const TrainOptions& options, Index iteration);

/// Appends a point to the path: objective and errors on a fixed probe of training signals and on
/// the validation signals. Keeps the model if it is the best so far.
template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, PartState<T>& state);

/// Signals of the probe of training signals.
inline constexpr Index kPathProbe = 500;

/// What the probe costs.
struct ProbeCosts {
  const PartCosts& costs;
  const std::vector<int>& y;
  const std::vector<double>& weights;
};

/// The same from costs that others have found.
template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, const ProbeCosts& probe,
                    PartState<T>& state);

}  // namespace supdict::training
