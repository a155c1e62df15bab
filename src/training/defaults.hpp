// SPDX-License-Identifier: BSD-3-Clause
// Options that were left to us, chosen from the size of the problem.
#pragma once

#include "supdict/trainer.hpp"

namespace supdict::training {

/// Signals per stochastic step.
inline constexpr int kUsualBatch = 128;

struct ProblemSize {
  Index n_features;
  Index n_signals;
  int n_classes;
};

/// Every "0: chosen" option filled in; lambda0 = 0 stays and means the gamma rule. With `members`,
/// atoms and kappa are those of the first.
TrainOptions resolve(const TrainOptions& options, const ProblemSize& size);

/// Resolved options of each member: those given, with its atoms and kappa. Throws
/// Error(kInvalidOption) where `members` is not a list of ATOMS:KAPPA.
std::vector<TrainOptions> options_of_members(const TrainOptions& options);

}  // namespace supdict::training
