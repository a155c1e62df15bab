// SPDX-License-Identifier: BSD-3-Clause
// Calibration of a trained classifier. It needs costs of signals that a part was not trained with.
// They come from the part's validation signals or, if there are none, from rehearsals: short
// training runs of some parts without some of their signals. The classifier itself stays as trained
// on all signals.
#pragma once

#include <span>
#include <vector>

#include "training/methods/part_group.hpp"
#include "training/part/part_problem.hpp"
#include "training/progress/run_control.hpp"

namespace supdict::training {

/// The data of a training run.
template <class T>
struct RunData {
  std::vector<std::vector<int>> parts;  ///< classes of each part
  Matrix<T> signals;                    ///< preprocessed
  std::span<const int> y;
  std::span<const double> weights;
  Machines machines;  ///< for the steps of rehearsals
};

/// The work of all rehearsals of a run, in units of training one part.
double rehearsal_work(const TrainOptions& options, Index n_members, Index n_parts);

/// Sets the calibration of every member of `classifier`. `members`: their resolved options. Changes
/// nothing if the run is to end early.
template <class T>
void calibrate(const RunData<T>& data, std::span<const TrainOptions> members, RunControl& control,
               const Context& context, Classifier<T>& classifier, TrainSummary& summary);

}  // namespace supdict::training
