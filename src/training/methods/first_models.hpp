// SPDX-License-Identifier: BSD-3-Clause
// The first models of parts that are trained side by side on a device: their dictionaries are
// learned there, or, where that is not served, on the threads.
#pragma once

#include <span>

#include "training/methods/part_group.hpp"

namespace supdict::training {

/// As Trainer::start of the stochastic trainer, for parts with signals of one matrix. `machine`
/// keeps the signals.
void start_on_device(cuda::Machine& machine, std::span<const GroupMember> members,
                     const TrainOptions& options, const Context& context);

}  // namespace supdict::training
