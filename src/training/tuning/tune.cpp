// SPDX-License-Identifier: BSD-3-Clause
// Cross-validation over a grid of (atoms, kappa), fold by fold: if it ends early, all points have
// been tried on nearly the same number of folds. The trials of a fold share lambda2, mu and the
// initial dictionaries.
#include "supdict/tune.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "core/check.hpp"
#include "core/fnv.hpp"
#include "core/regular_file.hpp"
#include "core/sequence.hpp"
#include "supdict/error.hpp"
#include "supdict/fields_json.hpp"
#include "supdict/file.hpp"
#include "supdict/text.hpp"
#include "training/progress/training_report.hpp"
#include "training/train.hpp"
#include "training/tuning/race.hpp"
#include "training/tuning/tune_plan.hpp"
#include "training/tuning/tune_state.hpp"

namespace supdict {
namespace training {
namespace {

using Json = nlohmann::json;

template <class T>
class Tuner {
 public:
  Tuner(ConstMatrixRef<T> X, std::span<const std::string> labels, const TrainOptions& options,
        const TuneOptions& tuning, const TuneHooks& hooks, const Context& context)
      : X_(X),
        labels_(labels),
        options_(options),
        tuning_(tuning),
        hooks_(hooks),
        context_(context),
        budget_(options.time_budget.value_or(std::numeric_limits<double>::infinity())),
        cache_(read_kappas(tuning).front()) {
    options::validate(options);
    options::validate(tuning);
    core::check_label_count(labels.size(), X.cols());
    result_.points = grid(tuning);
    options_.members.clear();
    options_.time_budget.reset();
    fold_ = deal(labels, tuning, options.seed);
    restore();
  }

  TuneResult run() {
    for (int fold = 0; fold < tuning_.folds; ++fold) {
      cache_.clear();
      for (TunePoint* point : entrants(result_.points, tuning_, fold)) {
        if (std::ssize(point->errors) > fold) continue;
        if (!try_point(*point, fold)) {
          result_.complete = false;
          return finish();
        }
        save();
      }
    }
    return finish();
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  std::vector<Index> columns(int fold, bool held_out) const {
    std::vector<Index> chosen;
    for (std::size_t j = 0; j < fold_.size(); ++j) {
      if (fold_[j] >= 0 && (fold_[j] == fold) == held_out) chosen.push_back(static_cast<Index>(j));
    }
    return chosen;
  }

  /// Trains without one fold and counts the errors on it. False if training was ended early.
  bool try_point(TunePoint& point, int fold) {
    TrainOptions trial = options_;
    trial.atoms = point.atoms;
    trial.kappa = point.kappa;
    trial.calibrate = false;  // only labels are used
    TrainHooks hooks;
    hooks.progress = [&](const Progress& progress) { return report(point, progress); };
    const std::vector<Index> rest = columns(fold, false);
    const Matrix<T> X = X_(Eigen::all, rest);
    const auto trained =
        train_with_cache<T>(X, core::pick(labels_, rest), trial, hooks, cache_, context_);
    if (trained.summary.status != TrainStatus::kFinished) return false;
    // All trials share the values found by the first one.
    options_.lambda2 = trained.summary.resolved.lambda2;
    options_.mu = trained.summary.resolved.mu;
    const std::vector<Index> held_out = columns(fold, true);
    const Matrix<T> X_held = X_(Eigen::all, held_out);
    const auto predicted = trained.classifier.predict(X_held, options_.coding, context_);
    const auto expected = core::pick(labels_, held_out);
    Index wrong = 0;
    for (std::size_t j = 0; j < expected.size(); ++j) wrong += predicted[j] != expected[j];
    point.errors.push_back(static_cast<double>(wrong) /
                           static_cast<double>(std::max<std::size_t>(1, expected.size())));
    return true;
  }

  bool report(const TunePoint& point, const Progress& trial) const {
    if (seconds() >= budget_) return false;
    if (!hooks_.progress) return true;
    double done = trial.fraction;
    for (const TunePoint& other : result_.points) done += static_cast<double>(other.errors.size());
    TuneProgress progress;
    Index trials = 0;
    for (int fold = 0; fold < tuning_.folds; ++fold)
      trials += n_entrants(std::ssize(result_.points), tuning_, fold);
    const auto total = static_cast<double>(trials);
    progress.fraction = done / total;
    progress.seconds = seconds();
    const double here = done - done_before_;
    if (here > 0) progress.eta = progress.seconds * (total - done) / here;
    if (trial.fraction == 0) progress.what = trial.part_name + ", ";
    progress.what += "fold " + std::to_string(point.errors.size() + 1) + " of " +
                     std::to_string(tuning_.folds) + ", atoms " + std::to_string(point.atoms) +
                     ", kappa " + shortest_text(point.kappa);
    return hooks_.progress(progress);
  }

  /// Identifies data and options: the state of a search on other data or with other options is
  /// refused.
  std::string key() const {
    core::Fnv1a hash;
    for (Index j = 0; j < X_.cols(); ++j) {
      hash.add(core::bytes_of(X_.col(j).data(), X_.rows()));
      hash.add(labels_[j]);
    }
    TrainOptions given = options_;
    given.lambda2 = given_lambda2_;
    given.mu = given_mu_;
    hash.add(json_of<Json>(given).dump());
    hash.add(Json{{"folds", tuning_.folds},
                  {"race", to_string(tuning_.race)},
                  {"keep", tuning_.race ? tuning_.keep : 0},
                  {"subset", tuning_.subset},
                  {"atoms", tuning_.grid_atoms},
                  {"kappa", tuning_.grid_kappa}}
                 .dump());
    return std::to_string(hash.value());
  }

  void save() const {
    if (hooks_.state.empty()) return;
    TuneState state{options_.lambda2.value(), options_.mu.value(), {}};
    for (const TunePoint& point : result_.points) state.errors.push_back(point.errors);
    write_file(hooks_.state, write_tune_state(state, key()));
  }

  void restore() {
    given_lambda2_ = options_.lambda2;
    given_mu_ = options_.mu;
    if (hooks_.state.empty()) return;
    check_writable(hooks_.state);
    if (!hooks_.resume) return;
    std::error_code none;
    if (!std::filesystem::exists(hooks_.state, none)) {
      throw Error(ErrorCode::kFile, "there is no state '" + hooks_.state +
                                        "' to resume from; leave out resume to begin a new search");
    }
    TuneState state = read_tune_state(core::read_regular_file(hooks_.state), hooks_.state, key(),
                                      result_.points.size(), tuning_.folds);
    options_.lambda2 = state.lambda2;
    options_.mu = state.mu;
    for (std::size_t i = 0; i < result_.points.size(); ++i) {
      result_.points[i].errors = std::move(state.errors[i]);
      done_before_ += static_cast<double>(result_.points[i].errors.size());
    }
  }

  TuneResult finish() {
    rank(result_.points);
    result_.chosen = chosen(result_.points, tuning_, options_);
    result_.seconds = seconds();
    return std::move(result_);
  }

  ConstMatrixRef<T> X_;
  std::span<const std::string> labels_;
  TrainOptions options_;  ///< of every trial
  const TuneOptions& tuning_;
  const TuneHooks& hooks_;
  const Context& context_;
  double budget_;             ///< infinite: no limit
  DictionaryCache<T> cache_;  ///< of the present fold
  std::optional<double> given_lambda2_;
  std::optional<double> given_mu_;
  double done_before_ = 0;  ///< trials finished by the run that this one resumes
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<int> fold_;
  TuneResult result_;
};

}  // namespace
}  // namespace training

double TunePoint::error() const {
  if (errors.empty()) return 1;
  return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

template <class T>
TuneResult tune(ConstMatrixRef<T> X, std::span<const std::string> labels,
                const TrainOptions& options, const TuneOptions& tuning, const TuneHooks& hooks,
                const Context& context) {
  return training::Tuner<T>(X, labels, options, tuning, hooks, context).run();
}

#define SUPDICT_INSTANTIATE(T)                                                           \
  template TuneResult tune<T>(ConstMatrixRef<T>, std::span<const std::string>,           \
                              const TrainOptions&, const TuneOptions&, const TuneHooks&, \
                              const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
