// SPDX-License-Identifier: BSD-3-Clause
// Runs the parts of a training run: progress, log, checkpoints, time budget, stop requests.
#pragma once

#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>

#include "training/checkpoint.hpp"
#include "training/state.hpp"

namespace supdict::training {

/// What the parts of one run share while they are trained, from any thread.
class RunControl {
 public:
  RunControl(const TrainOptions& options, const TrainHooks& hooks, Index n_parts);

  double seconds() const;
  /// The user or the clock asked to end.
  bool ending() const { return stopped_ || out_of_time(); }
  bool stopped() const { return stopped_; }
  bool out_of_time() const { return budget_ > 0 && seconds() >= budget_; }

  /// Tells the callback what goes on before the parts begin.
  void announce(const std::string& what);
  /// Tells the callback and the log. `done` is the share of this part that is done.
  void report(Index part, const std::string& name, double done, const PathPoint* point);

 private:
  void write_log(Index part, const std::string& name, const PathPoint& point);

  const TrainHooks& hooks_;
  double budget_;
  std::chrono::steady_clock::time_point begin_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<double> done_;
  std::ofstream log_;
};

/// Trains one part to its end, or to where it was asked to stop. Returns the state it reached.
template <class T>
PartState<T> run_part(const PartProblem<T>& problem, const std::string& name,
                      const TrainOptions& options, const TrainHooks& hooks,
                      const CheckpointFolder& checkpoints, RunControl& control,
                      const Context& context);

}  // namespace supdict::training
