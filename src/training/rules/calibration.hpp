// SPDX-License-Identifier: BSD-3-Clause
// The scale at which costs are reliable probabilities, estimated from the costs of held-out signals
// (docs/equations.md, E17).
#pragma once

#include <vector>

#include "supdict/trainer.hpp"

namespace supdict::training {

/// Signals that were not used to train a part.
struct HeldOut {
  Matrix<double> costs;  ///< p_local x m
  std::vector<int> y;    ///< local classes
  std::vector<double> weights;
};

/// One factor for the costs of all parts. Entries may be empty; without any signal the factor is 1.
/// The scale of the weights does not matter.
CalibrationSummary fit_calibration(std::vector<HeldOut> parts);

}  // namespace supdict::training
