// SPDX-License-Identifier: BSD-3-Clause
#include "training/runner.hpp"

#include <nlohmann/json.hpp>
#include <numeric>

#include "supdict/error.hpp"
#include "training/hurried_model.hpp"
#include "training/report.hpp"

namespace supdict::training {

RunControl::RunControl(const TrainOptions& options, const TrainHooks& hooks, Index n_parts)
    : hooks_(hooks),
      budget_(options.time_budget),
      begin_(std::chrono::steady_clock::now()),
      done_(static_cast<std::size_t>(n_parts), 0.0) {
  if (hooks.log.empty()) return;
  log_.open(hooks.log, hooks.resume ? std::ios::app : std::ios::trunc);
  if (!log_) throw Error(ErrorCode::kFile, "cannot write the log '" + hooks.log + "'");
}

double RunControl::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void RunControl::announce(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (!hooks_.progress) return;
  Progress progress;
  progress.seconds = seconds();
  progress.n_parts = std::ssize(done_);
  progress.part_name = what;
  if (!hooks_.progress(progress)) stopped_ = true;
}

void RunControl::report(Index part, const std::string& name, double done, const PathPoint* point) {
  const std::lock_guard lock(mutex_);
  done_[static_cast<std::size_t>(part)] = done;
  if (point != nullptr && log_.is_open()) write_log(part, name, *point);
  if (!hooks_.progress) return;
  Progress progress;
  progress.fraction =
      std::accumulate(done_.begin(), done_.end(), 0.0) / static_cast<double>(done_.size());
  progress.seconds = seconds();
  progress.eta =
      progress.fraction > 0 ? progress.seconds * (1 - progress.fraction) / progress.fraction : -1;
  progress.part = part;
  progress.n_parts = std::ssize(done_);
  progress.part_name = name;
  progress.point = point;
  if (!hooks_.progress(progress)) stopped_ = true;
}

void RunControl::write_log(Index part, const std::string& name, const PathPoint& point) {
  nlohmann::json line = to_json(point);
  line["part"] = part;
  line["name"] = name;
  log_ << line.dump() << '\n' << std::flush;
}

namespace {

/// Steps between two looks at the clock and the callback.
constexpr Index kStepsPerReport = 25;

template <class T>
class PartRunner {
 public:
  PartRunner(const PartProblem<T>& problem, const std::string& name, const TrainOptions& options,
             const TrainHooks& hooks, const CheckpointFolder& checkpoints, RunControl& control,
             const Context& context)
      : problem_(problem),
        name_(name),
        options_(options),
        hooks_(hooks),
        checkpoints_(checkpoints),
        control_(control),
        context_(context),
        trainer_(find_trainer<T>(options)),
        part_(static_cast<Index>(problem.stream)) {}

  PartState<T> run() {
    begin_ = control_.seconds();
    if (!checkpoints_.load(part_, state_)) {
      if (control_.ending()) {
        make_hurried_model(problem_, options_, context_, state_);
        describe();
        return std::move(state_);
      }
      start();
    }
    spent_before_ = state_.summary.seconds;
    while (!state_.finished && !control_.ending()) step();
    if (!state_.finished) end_early();
    control_.report(part_, name_, 1, nullptr);
    return std::move(state_);
  }

 private:
  double spent() const { return spent_before_ + control_.seconds() - begin_; }

  Index n_iterations() const { return options_.method == "rec" ? 1 : options_.iterations; }

  void start() {
    trainer_.start(problem_, options_, context_, state_);
    state_.started = true;
    state_.best = state_.model;
    describe();
    save();
  }

  void describe() {
    state_.summary.classes = problem_.classes;
    state_.summary.n_signals = problem_.train.size();
    state_.summary.n_validation = problem_.validation.size();
    state_.summary.lambda0 = state_.model.lambda0;
  }

  void step() {
    const bool more = trainer_.step(problem_, options_, context_, state_);
    ++state_.iteration;
    const bool last = !more || state_.iteration >= n_iterations();
    const bool point_due = state_.iteration % trainer_.steps_per_point(options_) == 0 || last;
    if (point_due) add_path_point(problem_, options_, context_, spent(), state_);
    if (last || (point_due && out_of_patience())) finish();
    if (point_due || state_.iteration % kStepsPerReport == 0) report(point_due);
    if (state_.finished || control_.seconds() - saved_ >= hooks_.checkpoint_seconds) save();
  }

  void report(bool with_point) {
    const double done = state_.finished ? 1
                                        : static_cast<double>(state_.iteration) /
                                              static_cast<double>(n_iterations());
    control_.report(part_, name_, done, with_point ? &state_.summary.path.back() : nullptr);
  }

  void finish() {
    state_.finished = true;
    state_.summary.lambda0 = state_.best.lambda0;
    state_.summary.seconds = spent();
    state_.moments = {};
  }

  /// What was learned since the last point of the path is kept too. The state on the disk is that
  /// of a run that was not ended, so that it goes on with the same bits.
  void end_early() {
    checkpoints_.save(part_, state_);
    if (state_.iteration == 0) return hurry_theta(problem_, options_, context_, state_);
    const auto& path = state_.summary.path;
    const Index looked_at = path.empty() ? 0 : path.back().iteration;
    if (state_.iteration > looked_at) {
      add_path_point(problem_, options_, context_, spent(), state_);
    }
  }

  bool out_of_patience() const {
    if (options_.patience == 0 || problem_.validation.size() == 0) return false;
    const std::size_t since = state_.summary.path.size() - 1 - state_.summary.chosen;
    return since >= static_cast<std::size_t>(options_.patience);
  }

  void save() {
    state_.summary.seconds = spent();
    checkpoints_.save(part_, state_);
    saved_ = control_.seconds();
  }

  const PartProblem<T>& problem_;
  const std::string& name_;
  const TrainOptions& options_;
  const TrainHooks& hooks_;
  const CheckpointFolder& checkpoints_;
  RunControl& control_;
  const Context& context_;
  const Trainer<T>& trainer_;
  Index part_;
  PartState<T> state_;
  double begin_ = 0;
  double spent_before_ = 0;
  double saved_ = 0;
};

}  // namespace

template <class T>
PartState<T> run_part(const PartProblem<T>& problem, const std::string& name,
                      const TrainOptions& options, const TrainHooks& hooks,
                      const CheckpointFolder& checkpoints, RunControl& control,
                      const Context& context) {
  return PartRunner<T>(problem, name, options, hooks, checkpoints, control, context).run();
}

#define SUPDICT_INSTANTIATE(T)                                                 \
  template PartState<T> run_part<T>(const PartProblem<T>&, const std::string&, \
                                    const TrainOptions&, const TrainHooks&,    \
                                    const CheckpointFolder&, RunControl&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
