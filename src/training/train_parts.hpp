// SPDX-License-Identifier: BSD-3-Clause
// All parts of a training run, side by side.
#pragma once

#include <span>

#include "training/checkpoint.hpp"
#include "training/part/dictionary_cache.hpp"
#include "training/rules/rehearsal.hpp"

namespace supdict::training {

/// A run whose parameters are chosen: what its parts are trained with, and where they go.
template <class T>
struct ChosenRun {
  const RunData<T>& data;
  std::span<const TrainOptions> members;  ///< resolved
  const TrainHooks& hooks;
  const CheckpointFolder& checkpoints;
  RunControl& control;
  DictionaryCache<T>* cache;
  const Context& context;     ///< for what is done on the threads
  Classifier<T>& classifier;  ///< has its members, and receives their parts
  TrainSummary& summary;      ///< the same

  Index n_parts() const { return std::ssize(data.parts); }  ///< of a member
  Index size() const { return std::ssize(members) * n_parts(); }
  const TrainOptions& options_of(Index i) const { return members[i / n_parts()]; }
};

/// On the threads, or on a device where the run has machines.
template <class T>
void train_parts(const ChosenRun<T>& run);

}  // namespace supdict::training
