// SPDX-License-Identifier: BSD-3-Clause
#include "training/progress/run_control.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "supdict/error.hpp"
#include "supdict/fields_json.hpp"
#include "supdict/file.hpp"
#include "training/progress/training_report.hpp"

namespace supdict::training {
namespace {

/// Most of a short time budget is reserved for training. A run that can be resumed has to keep what
/// it chose, so it completes the choice or, if the time ends before, saves nothing.
double choice_budget(double budget, const TrainHooks& hooks) {
  constexpr double kShare = 0.25;
  return hooks.checkpoint.empty() ? kShare * budget : budget;
}

}  // namespace

RunControl::RunControl(const TrainOptions& options, const TrainHooks& hooks, Index n_parts,
                       double rehearsals, Clock::time_point begin)
    : hooks_(hooks),
      budget_(options.time_budget.value_or(std::numeric_limits<double>::infinity())),
      choice_budget_(choice_budget(budget_, hooks)),
      begin_(begin),
      done_(n_parts, 0.0),
      rehearsals_(rehearsals) {
  if (hooks.log.empty()) return;
  check_writable(hooks.log, Writing::kAppend);
  log_.open(hooks.log, hooks.resume ? std::ios::app : std::ios::trunc);
  if (!log_) throw Error(ErrorCode::kFile, "cannot write the log '" + hooks.log + "'");
}

void RunControl::expect(Index n_parts, double rehearsals) {
  const std::lock_guard lock(mutex_);
  done_.assign(n_parts, 0.0);
  rehearsals_ = rehearsals;
}

double RunControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
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
  done_[part] = done;
  if (point != nullptr && log_.is_open()) write_log(part, name, *point);
  tell(part, name, point);
}

void RunControl::report_rehearsal(double work) {
  const std::lock_guard lock(mutex_);
  rehearsed_ = std::min(rehearsals_, rehearsed_ + work);
  tell(std::ssize(done_) - 1, "calibrating probabilities", nullptr);
}

std::string RunControl::log_warning() const {
  if (log_.good()) return "";
  return "the log '" + hooks_.log +
         "' is not complete: a line could not be written; is the disk full?";
}

void RunControl::tell(Index part, const std::string& name, const PathPoint* point) {
  if (!hooks_.progress) return;
  Progress progress;
  progress.fraction = (std::accumulate(done_.begin(), done_.end(), 0.0) + rehearsed_) /
                      (static_cast<double>(done_.size()) + rehearsals_);
  progress.seconds = seconds();
  if (progress.fraction > 0) {
    progress.eta = progress.seconds * (1 - progress.fraction) / progress.fraction;
  }
  progress.part = part;
  progress.n_parts = std::ssize(done_);
  progress.part_name = name;
  progress.point = point;
  if (!hooks_.progress(progress)) stopped_ = true;
}

void RunControl::write_log(Index part, const std::string& name, const PathPoint& point) {
  nlohmann::json line = json_of<nlohmann::json>(point);
  line["part"] = part;
  line["name"] = name;
  log_ << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n' << std::flush;
}

}  // namespace supdict::training
