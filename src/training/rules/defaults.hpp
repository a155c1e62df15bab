// SPDX-License-Identifier: BSD-3-Clause
// Options that the user left open, chosen from the size of the problem.
#pragma once

#include "supdict/trainer.hpp"

namespace supdict::training {

struct ProblemSize {
  Index n_features;
  Index n_signals;
  int n_classes;
};

/// Mean number of signals a part is trained on.
double signals_per_part(const TrainOptions& options, const ProblemSize& size);

/// Chooses all options that were left open, except lambda0, lambda2 and mu. With `members`, atoms
/// and kappa are those of the first member.
TrainOptions resolve(const TrainOptions& options, const ProblemSize& size);

/// Resolved options of each member: the given ones, with what the member says. Throws
/// Error(kInvalidOption) if `members` is not a list of them.
std::vector<TrainOptions> options_of_members(const TrainOptions& options);

}  // namespace supdict::training
