// SPDX-License-Identifier: BSD-3-Clause
// The trainers; table.cpp names them.
#pragma once

#include "training/state.hpp"

namespace supdict::training {

template <class T>
Trainer<T> stochastic_trainer();
template <class T>
Trainer<T> alternating_trainer();
template <class T>
Trainer<T> reconstructive_trainer();

}  // namespace supdict::training
