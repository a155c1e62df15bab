// SPDX-License-Identifier: BSD-3-Clause
// Runs parts of a training run: path, checkpoints, time budget, stop requests.
#pragma once

#include "training/checkpoint.hpp"
#include "training/methods/path.hpp"
#include "training/methods/state.hpp"
#include "training/progress/run_control.hpp"

namespace supdict::training {

/// One part of a run: its state, summary, checkpoints and messages. The steps are taken elsewhere,
/// on the threads (run_part) or on a device (group_runner.hpp).
template <class T>
class PartRun {
 public:
  PartRun(const PartProblem<T>& problem, std::string name, const TrainOptions& options,
          const TrainHooks& hooks, const CheckpointFolder& checkpoints, RunControl& control,
          const Context& context);

  /// Loads the state or makes the first one. A run that has no time left is ended with it.
  void begin();
  /// The same where others make the first state: true if state() has none, and started() is to be
  /// called when it has.
  bool load();
  void started();
  /// Steps are left to do.
  bool has_steps_left() const { return state_.started && !state_.finished && !control_.ending(); }
  PartState<T>& state() { return state_; }

  /// The number of steps after which look() has to be called next.
  Index next_look() const;
  /// What is to be done after state().iteration steps.
  struct Due {
    bool point = false;  ///< of the path
    bool save = false;   ///< a checkpoint
    bool last = false;
    /// The point chooses among models.
    bool validates = false;
    /// With the model as it is then. A point that keeps the newest model needs its costs alone: the
    /// last one brings the model.
    bool with_model() const { return save || last || validates; }
  };
  Due due() const;
  /// `more` is false where nothing is left to gain. `probe`: what others have found.
  void look(const Due& due, bool more = true, const ProbeCosts* probe = nullptr);

  /// The state that was reached.
  PartState<T> end();

 private:
  double spent() const { return spent_before_ + control_.seconds() - begin_; }
  void describe();
  void report(bool with_point);
  void finish();
  void end_early();
  bool out_of_patience() const;
  void save();

  const PartProblem<T>& problem_;
  std::string name_;
  const TrainOptions& options_;
  const TrainHooks& hooks_;
  const CheckpointFolder& checkpoints_;
  RunControl& control_;
  const Context& context_;
  Index part_;
  bool quick_ = false;
  PartState<T> state_;
  double begin_ = 0;
  double spent_before_ = 0;
  double saved_ = 0;
};

/// Trains one part on the threads, to its end or to where it was asked to stop.
template <class T>
PartState<T> run_part(PartRun<T> run, const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context);

}  // namespace supdict::training
