// SPDX-License-Identifier: BSD-3-Clause
// Every tolerance of the tests, with its reason.
#pragma once

namespace supdict::testing {

/// Relative gap required of a solver whose result serves as the exact one. Doubles resolve no less.
inline constexpr double kExact = 1e-13;
/// The same for float.
inline constexpr double kExactFloat = 1e-6;

/// Golden files: errors of costs are of second order in those of the code; of codes and gradients,
/// of first order.
inline constexpr double kGoldenCost = 1e-10;
inline constexpr double kGoldenCode = 1e-6;
inline constexpr double kGoldenGradient = 1e-6;
inline constexpr double kGoldenCostFloat = 1e-5;

/// Rounding of a cost: a few hundred additions of doubles, floats.
inline constexpr double kRounding = 1e-12;
inline constexpr double kRoundingFloat = 2e-5;

/// Central differences: step, and error relative to the norm of the gradient. Costs known to 1e-13
/// give slopes known to 1e-13 / step; the gradient has kinks where an atom enters a code.
inline constexpr double kDifferenceStep = 1e-5;
inline constexpr double kDifferenceError = 1e-5;

/// Codes of two exact solves: the square root of the gap over the curvature.
inline constexpr double kSameCode = 1e-5;

}  // namespace supdict::testing
