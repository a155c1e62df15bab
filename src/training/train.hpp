// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "supdict/trainer.hpp"
#include "training/methods/part_group.hpp"
#include "training/part/dictionary_cache.hpp"

namespace supdict::training {

/// Throws Error for options that are not allowed, values that are not finite, and sizes that no run
/// can be made of.
template <class T>
void check_training_input(ConstMatrixRef<T> X, std::size_t n_labels, const TrainOptions& options);

/// train(), with initial dictionaries taken from and added to a cache. All runs that share a cache
/// must have the same signals, labels and seed.
template <class T>
TrainResult<T> train_with_cache(ConstMatrixRef<T> X, std::span<const std::string> labels,
                                const TrainOptions& options, const TrainHooks& hooks,
                                DictionaryCache<T>& cache, const Context& context);

/// train(), with steps taken on what `machines` makes.
TrainResult<float> train_on_machines(ConstMatrixRef<float> X, std::span<const std::string> labels,
                                     const TrainOptions& options, const TrainHooks& hooks,
                                     const Context& context, Machines machines);

}  // namespace supdict::training
