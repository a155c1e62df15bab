// SPDX-License-Identifier: BSD-3-Clause
// mu chosen on held-out signals, with short SDL-D runs that end at different mu.
#pragma once

#include <array>
#include <optional>

#include "training/progress/run_control.hpp"
#include "training/rules/trial.hpp"

namespace supdict::training {

inline constexpr std::array<double, 3> kMuGrid = {1, 0.8, 0.5};

/// The mu for the numbers of held-out errors along kMuGrid: 1 (discriminative), unless another
/// makes fewer errors by more than one standard deviation of their number.
double mu_for(const std::array<double, kMuGrid.size()>& errors);

/// mu_for() of the held-out errors of all parts together. Nothing if the choice has to end early.
template <class T>
std::optional<double> choose_mu(const Trial<T>& trial, RunControl& control, const Context& context);

}  // namespace supdict::training
