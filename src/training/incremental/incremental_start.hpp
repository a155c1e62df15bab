// SPDX-License-Identifier: BSD-3-Clause
// The start of incremental training: what is allowed, and the first dictionaries.
#pragma once

#include <span>
#include <vector>

#include "supdict/classifier.hpp"
#include "supdict/trainer.hpp"

namespace supdict::training {

/// Throw Error unless incremental training can be done with these.
void check_incremental(const TrainOptions& options);
void check_incremental(const ClassLabels& classes);

/// What the parts of a member start from.
template <class T>
struct FirstSample {
  const Matrix<T>& signals;   ///< preprocessed
  const std::vector<int>& y;  ///< or empty
  const Preprocessing& preprocessing;
  Method method;
  const TrainOptions& options;  ///< of the member, resolved
  std::uint64_t first;          ///< number of the first part: of its random stream
  const Context& context;
};

/// Sets the models of `parts`, whose classes are set: an initial dictionary and theta = 0. Parts
/// with fewer signals of their own than atoms share a dictionary learned from all signals.
template <class T>
void start_parts(const FirstSample<T>& sample, std::span<Part<T>> parts);

}  // namespace supdict::training
