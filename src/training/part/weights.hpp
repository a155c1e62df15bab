// SPDX-License-Identifier: BSD-3-Clause
// Weights of training signals. E is a weighted sum [E5]: weights c times as large, with a lambda2 c
// times as large, are the same problem. Only the ratios of the weights to each other and to lambda2
// matter.
#pragma once

#include <span>

#include "supdict/labels.hpp"

namespace supdict::training {

/// Throws Error(kInvalidValue) if there are weights and all of them are 0, or if they are so large
/// or small that float cannot hold the results.
void check_weight_scale(std::span<const double> weights);

/// The same, and if the signals of a class have no weight, or almost none.
void check_class_weights(std::span<const double> weights, std::span<const int> y,
                         const ClassLabels& labels);

/// Mean over the signals of non-zero weight; 1 if there are none, or no weights.
double mean_weight(std::span<const double> weights);

}  // namespace supdict::training
