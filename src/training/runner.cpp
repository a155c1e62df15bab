// SPDX-License-Identifier: BSD-3-Clause
#include "training/runner.hpp"

#include <algorithm>
#include <utility>

#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"
#include "training/quick_model.hpp"

namespace supdict::training {
namespace {

/// Steps between two checks of the clock and calls of the callback.
constexpr Index kStepsPerReport = 25;

}  // namespace

template <class T>
PartRun<T>::PartRun(const PartProblem<T>& problem, std::string name, const TrainOptions& options,
                    const TrainHooks& hooks, const CheckpointFolder& checkpoints,
                    RunControl& control, const Context& context)
    : problem_(problem),
      name_(std::move(name)),
      options_(options),
      hooks_(hooks),
      checkpoints_(checkpoints),
      control_(control),
      context_(context),
      part_(static_cast<Index>(problem.stream)) {}

template <class T>
void PartRun<T>::begin() {
  if (!load()) return;
  find_trainer<T>(options_).start(problem_, options_, context_, state_);
  started();
}

template <class T>
bool PartRun<T>::load() {
  begin_ = control_.seconds();
  if (checkpoints_.load(problem_, options_, state_)) {
    spent_before_ = state_.summary.seconds;
    return false;
  }
  if (!control_.ending()) return true;
  make_quick_model(problem_, options_, context_, state_);
  describe();
  quick_ = true;
  return false;
}

template <class T>
PartState<T> PartRun<T>::end() {
  if (quick_) return std::move(state_);
  if (!state_.finished) end_early();
  control_.report(part_, name_, 1, nullptr);
  return std::move(state_);
}

template <class T>
void PartRun<T>::started() {
  state_.started = true;
  state_.best = state_.model;
  describe();
  save();
}

template <class T>
void PartRun<T>::describe() {
  state_.summary.classes = problem_.classes;
  state_.summary.n_signals = problem_.train.size();
  state_.summary.weight = problem_.total_weight;
  state_.summary.n_validation = problem_.validation.size();
  state_.summary.lambda0 = state_.model.lambda0;
}

template <class T>
Index PartRun<T>::next_look() const {
  const auto next = [&](Index interval) { return (state_.iteration / interval + 1) * interval; };
  return std::min({next(find_trainer<T>(options_).steps_per_point(options_)), next(kStepsPerReport),
                   n_steps(options_)});
}

template <class T>
typename PartRun<T>::Due PartRun<T>::due() const {
  const Index interval = find_trainer<T>(options_).steps_per_point(options_);
  const bool last = state_.iteration >= n_steps(options_);
  const bool point = state_.iteration % interval == 0 || last;
  return {
      .point = point,
      .save = checkpoints_.enabled() && control_.seconds() - saved_ >= hooks_.checkpoint_seconds,
      .last = last,
      .validates = point && problem_.validation.size() > 0};
}

template <class T>
void PartRun<T>::look(const Due& due, bool more, const ProbeCosts* probe) {
  const bool last = !more || due.last;
  const bool point_due = due.point || last;
  if (point_due && probe != nullptr) {
    add_path_point<T>(problem_, options_, context_, spent(), *probe, state_);
  } else if (point_due) {
    add_path_point<T>(problem_, options_, context_, spent(), state_);
  }
  if (last || (point_due && out_of_patience())) finish();
  if (point_due || state_.iteration % kStepsPerReport == 0) report(point_due);
  if (state_.finished || due.save) save();
}

template <class T>
void PartRun<T>::report(bool with_point) {
  const double done = state_.finished ? 1
                                      : static_cast<double>(state_.iteration) /
                                            static_cast<double>(n_steps(options_));
  control_.report(part_, name_, done, with_point ? &state_.summary.path.back() : nullptr);
}

template <class T>
void PartRun<T>::finish() {
  state_.finished = true;
  state_.summary.lambda0 = state_.best.lambda0;
  state_.summary.seconds = spent();
  state_.moments = {};
}

/// Steps after the last point of the path are recorded in a final point. The checkpoint is saved
/// before, as in a run that was not stopped, so that a resumed run has the same bits.
template <class T>
void PartRun<T>::end_early() {
  // Without validation the newest point is kept, and its costs may have come without its model.
  const bool at_point =
      !state_.summary.path.empty() && state_.summary.path.back().iteration == state_.iteration;
  if (at_point && problem_.validation.size() == 0) state_.best = state_.model;
  checkpoints_.save(problem_, options_, state_);
  if (state_.iteration == 0) return fit_quick_theta(problem_, options_, context_, state_);
  const auto& path = state_.summary.path;
  const Index looked_at = path.empty() ? 0 : path.back().iteration;
  if (state_.iteration > looked_at) {
    add_path_point(problem_, options_, context_, spent(), state_);
  }
}

template <class T>
bool PartRun<T>::out_of_patience() const {
  if (options_.patience == 0 || problem_.validation.size() == 0) return false;
  const std::size_t since = state_.summary.path.size() - 1 - state_.summary.chosen;
  return static_cast<Index>(since) >= options_.patience;
}

template <class T>
void PartRun<T>::save() {
  state_.summary.seconds = spent();
  checkpoints_.save(problem_, options_, state_);
  saved_ = control_.seconds();
}

template <class T>
PartState<T> run_part(PartRun<T> run, const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context) {
  const Trainer<T>& trainer = find_trainer<T>(options);
  run.begin();
  while (run.has_steps_left()) {
    const bool more = trainer.step(problem, options, context, run.state());
    ++run.state().iteration;
    run.look(run.due(), more);
  }
  return run.end();
}

#define SUPDICT_INSTANTIATE(T)                                                              \
  template class PartRun<T>;                                                                \
  template PartState<T> run_part<T>(PartRun<T>, const PartProblem<T>&, const TrainOptions&, \
                                    const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
