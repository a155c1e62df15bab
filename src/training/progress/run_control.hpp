// SPDX-License-Identifier: BSD-3-Clause
// The connection of a training run to its caller: progress, log, time budget, stop requests.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "supdict/trainer.hpp"

namespace supdict::training {

/// State shared by the parts of one run while they are trained; usable from any thread.
class RunControl {
 public:
  using Clock = std::chrono::steady_clock;
  /// `rehearsals`: the work of all rehearsals, in units of training one part. `begin`: of the run.
  RunControl(const TrainOptions& options, const TrainHooks& hooks, Index n_parts, double rehearsals,
             Clock::time_point begin);

  /// Other numbers than the run began with, before any part reports.
  void expect(Index n_parts, double rehearsals);

  double seconds() const;
  /// The user asked to stop, or the time is up.
  bool ending() const { return stopped_ || out_of_time(); }
  bool stopped() const { return stopped_; }
  bool out_of_time() const { return seconds() >= budget_; }
  /// The same for the choice of parameters.
  bool ends_choice() const { return stopped_ || seconds() >= choice_budget_; }

  /// Tells the callback what is done before training begins.
  void announce(const std::string& what);
  /// What the log lacks, or empty.
  std::string log_warning() const;
  /// Reports to the callback and the log. `done` is the finished share of this part.
  void report(Index part, const std::string& name, double done, const PathPoint* point);
  /// Tells the callback about progress of the rehearsals. `work`: in units of training one part.
  void report_rehearsal(double work);

 private:
  void tell(Index part, const std::string& name, const PathPoint* point);
  void write_log(Index part, const std::string& name, const PathPoint& point);

  const TrainHooks& hooks_;
  double budget_;  ///< infinite: no limit
  double choice_budget_;
  Clock::time_point begin_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<double> done_;
  double rehearsals_;
  double rehearsed_ = 0;
  std::ofstream log_;
};

/// Progress messages while a parameter is chosen: "choosing mu, 40 %".
class Choice {
 public:
  Choice(RunControl& control, std::string what, Index n_steps)
      : control_(control), what_(std::move(what)), n_steps_(std::max<Index>(1, n_steps)) {
    advance(0);
  }

  /// Adds finished steps, from any thread.
  void advance(Index steps) {
    const Index percent = 100 * (done_ += steps) / n_steps_;
    control_.announce(what_ + ", " + std::to_string(percent) + " %");
  }
  /// Whether the choice has to end early; then no value is chosen.
  bool ended() const { return control_.ends_choice(); }

 private:
  RunControl& control_;
  std::string what_;
  Index n_steps_;
  std::atomic<Index> done_{0};
};

}  // namespace supdict::training
