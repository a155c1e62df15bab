// SPDX-License-Identifier: BSD-3-Clause
// Parts whose steps a device takes at the same time. Summaries, checkpoints and messages are those
// of parts that run one by one.
#pragma once

#include <span>
#include <string>

#include "training/methods/part_group.hpp"
#include "training/runner.hpp"

namespace supdict::training {

/// Trains all parts to their end, or to where they were asked to stop; end() of each run then gives
/// its state. Returns the name of the device.
std::string run_group(std::span<PartRun<float>> runs, std::span<const PartProblem<float>> problems,
                      const TrainOptions& options, const Machines& machines,
                      const Context& context);

}  // namespace supdict::training
