// SPDX-License-Identifier: BSD-3-Clause
// mu by held-out signals: short SDL-D runs that end at different mu.
#pragma once

#include <array>

#include "training/runner.hpp"
#include "training/trial.hpp"

namespace supdict::training {

inline constexpr std::array<double, 3> kMuGrid = {1, 0.8, 0.5};

/// The mu for numbers of held-out errors along kMuGrid: 1 (discriminative), unless another makes
/// fewer errors by more than the standard deviation of their number.
double mu_for(const std::array<double, kMuGrid.size()>& errors);

/// mu_for() the held-out errors of all parts together. Without a meaning when the user asks to
/// stop.
template <class T>
double choose_mu(const Trial<T>& trial, RunControl& control, const Context& context);

}  // namespace supdict::training
