// SPDX-License-Identifier: BSD-3-Clause
// The initial model of a part.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "supdict/dictionary.hpp"
#include "training/methods/state.hpp"

namespace supdict::training {

/// D learned to reconstruct the part's signals, or Gaussian (options.init); theta = 0.
template <class T>
void make_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state);

/// Share of the passes for a dictionary that starts from the one learned for another kappa.
inline constexpr double kWarmShare = 0.25;

// The pieces of it, for parts whose dictionaries are learned side by side.

/// What the dictionary of a part is learned with.
template <class T>
DictionaryOptions dictionary_options(const PartProblem<T>& problem, const TrainOptions& options);

/// D as learning begins.
template <class T>
DictionaryState<T> first_atoms(const PartProblem<T>& problem, const TrainOptions& options);

/// Calls take(members of the part, number of the epoch) for each batch that learning takes, in
/// their order, of a part of m signals.
void for_first_batches(
    std::uint64_t stream, Index m, const TrainOptions& options, double epochs,
    const std::function<void(std::span<const Index> members, std::uint64_t epoch)>& take);

/// Signals in one of them, but for the last of an epoch.
Index first_batch_size(Index m);

template <class T>
void set_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                     const DictionaryState<T>& learned, PartState<T>& state);

}  // namespace supdict::training
