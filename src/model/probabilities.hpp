// SPDX-License-Identifier: BSD-3-Clause
// Probabilities of classes from the costs of all parts (docs/equations.md, E14 to E16).
#pragma once

#include <span>

#include "supdict/classifier.hpp"

namespace supdict::model {

/// The costs that one part gives m signals.
struct Opinion {
  const std::vector<int>* classes;  ///< as in Part
  const Matrix<double>* costs;      ///< p_local x m
  double calibration;               ///< of its member
};

/// p x m. `opinions`: of every part of every member. The class `label[j]` of each signal becomes
/// the most probable one.
Matrix<double> class_probabilities(Strategy strategy, int n_classes,
                                   std::span<const Opinion> opinions, std::span<const int> label);

}  // namespace supdict::model
