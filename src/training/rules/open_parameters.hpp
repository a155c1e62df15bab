// SPDX-License-Identifier: BSD-3-Clause
// The parameters that are chosen by trials on the signals of a run: lambda2 and mu, or the whole
// model where signals are few.
#pragma once

#include "training/rules/rehearsal.hpp"

namespace supdict::training {

/// Chooses what is open in `options`, on a sample of the run. `tries_models`: models_are_tried().
/// False if the choice was ended early and defaults are used.
template <class T>
bool choose_open_parameters(const RunData<T>& data, const Preprocessing& preprocessing,
                            bool tries_models, TrainOptions& options, RunControl& control,
                            const Context& context);

}  // namespace supdict::training
