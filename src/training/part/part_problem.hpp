// SPDX-License-Identifier: BSD-3-Clause
// The data of one part: its classes, their signals, and a held-out share of the signals.
#pragma once

#include <cstdint>
#include <vector>

#include "signals/signal_set.hpp"
#include "supdict/trainer.hpp"
#include "training/part/dictionary_cache.hpp"

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
  std::vector<double> weights_validation;
  DictionaryCache<T>* cache = nullptr;  ///< first dictionaries shared with other runs, or null

  Index n_classes() const { return std::ssize(classes); }
  double mean_weight() const { return total_weight / static_cast<double>(train.size()); }
};

/// The classes of each part, for a strategy over n_classes classes.
std::vector<std::vector<int>> part_classes(Strategy strategy, int n_classes);

/// Adds the weight of each signal to its class in `totals`.
void add_class_weights(std::span<const int> y, std::span<const double> weights,
                       std::span<double> totals);

/// Balances weights: signals whose classes have the summed weights `totals` (together `total`) get
/// weights with equal sums in all classes and an unchanged mean.
void balance(std::span<const int> y, std::span<const double> totals, double total,
             std::span<double> weights);

/// Columns of one part, split into training and validation signals by a random draw that depends
/// only on the seed and the signal, so a signal is held out in all parts or in none.
template <class T>
PartProblem<T> make_part(std::vector<int> classes, std::uint64_t stream, ConstMatrixRef<T> X,
                         std::span<const int> y, std::span<const double> weights,
                         const Preprocessing& preprocessing, const TrainOptions& options);

}  // namespace supdict::training
