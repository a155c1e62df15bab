// SPDX-License-Identifier: BSD-3-Clause
// From the probabilities of pairs of classes to one distribution over all classes
// (docs/equations.md, E14, E16).
#pragma once

#include "supdict/types.hpp"

namespace supdict::model {

/// P(a | a or b) of a pair whose costs differ by `difference` in favour of a. Never 0. Compute that
/// of b from -difference, not as 1 - P: small probabilities then keep their digits.
double pair_probability(double difference);

/// The stationary distribution of a Markov chain over the classes that goes from b to a at the rate
/// `win(a, b)`, the probability of a against b (times a factor common to all pairs). The diagonal
/// is ignored; the other entries must be positive. For two classes the result is `win` itself.
Vector<double> couple_pairs(Matrix<double> win);

/// Makes `label` the most probable class, by a margin that survives rounding to seven digits, with
/// the smallest change: the label and the classes above it share their sum.
void put_first(Index label, Eigen::Ref<Vector<double>> probability);

}  // namespace supdict::model
