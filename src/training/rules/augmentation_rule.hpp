// SPDX-License-Identifier: BSD-3-Clause
// What follows from an augmentation before a run begins.
#pragma once

#include "supdict/trainer.hpp"

namespace supdict::training {

/// The options with `augment` in its own spelling and the preprocessing that goes with it
/// (suit_augmentation).
template <class T>
TrainOptions suited(TrainOptions options, ConstMatrixRef<T> X);

}  // namespace supdict::training
