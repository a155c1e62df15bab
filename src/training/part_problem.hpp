// SPDX-License-Identifier: BSD-3-Clause
// The data of one part: some classes, their signals, and a held-out share of them.
#pragma once

#include <cstdint>
#include <vector>

#include "signals/signal_set.hpp"
#include "supdict/trainer.hpp"
#include "training/dictionary_shelf.hpp"

namespace supdict::training {

template <class T>
struct PartProblem {
  std::vector<int> classes;  ///< global class of each local class
  std::uint64_t stream;      ///< number of the part: its own random stream
  signals::SignalSet<T> train;
  std::vector<int> y;
  std::vector<double> weights;  ///< one per training signal
  double total_weight = 0;
  signals::SignalSet<T> validation;
  std::vector<int> y_validation;
  DictionaryShelf<T>* shelf = nullptr;  ///< first dictionaries shared with other runs, or null

  Index n_classes() const { return std::ssize(classes); }
};

/// The parts of a strategy over n_classes classes, by their classes.
std::vector<std::vector<int>> part_classes(Strategy strategy, int n_classes);

/// Adds the weight of each signal to its class in `totals`.
void add_class_weights(std::span<const int> y, std::span<const double> weights,
                       std::span<double> totals);

/// Balanced: signals that bring their classes the weights `totals`, `total` together, are weighed
/// so that each class carries the same and the mean weight stays what it was.
void balance(std::span<const int> y, std::span<const double> totals, double total,
             std::span<double> weights);

/// Columns of one part, split into training and validation by a draw that depends on the seed and
/// on the signal alone, so that a signal is held out in all parts or in none.
template <class T>
PartProblem<T> make_part(std::vector<int> classes, std::uint64_t stream, ConstMatrixRef<T> X,
                         std::span<const int> y, std::span<const double> weights,
                         const Preprocessing& preprocessing, const TrainOptions& options);

}  // namespace supdict::training
