// SPDX-License-Identifier: BSD-3-Clause
// Cross-validation over a grid of (atoms, kappa), fold by fold: when it ends early, every point has
// been tried on nearly as many folds. The trials of a fold share lambda2, mu and the dictionaries
// they begin with.
#include "supdict/tune.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/check.hpp"
#include "core/file.hpp"
#include "core/fnv.hpp"
#include "supdict/error.hpp"
#include "training/report.hpp"
#include "training/train_on_shelf.hpp"
#include "training/tune_plan.hpp"

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
        budget_(options.time_budget),
        shelf_(read_kappas(tuning).front()) {
    options::validate(options);
    options::validate(tuning);
    core::check_label_count(labels.size(), X.cols());
    result_.points = grid(tuning);
    options_.members.clear();
    options_.time_budget = 0;
    fold_ = deal(labels, tuning, options.seed);
    restore();
  }

  TuneResult run() {
    for (int fold = 0; fold < tuning_.folds; ++fold) {
      shelf_.clear();
      for (TunePoint* point : entrants(fold)) {
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

  /// How many points of the grid are tried on a fold.
  Index n_entrants(int fold) const {
    Index count = std::ssize(result_.points);
    if (tuning_.race == "no") return count;
    const Index least = std::min<Index>(tuning_.keep, count);
    for (int done = 0; done < fold; ++done) count = (count + 1) / 2;
    return std::max(count, least);
  }

  /// The points to try on a fold: those with the fewest errors on the folds before it.
  std::vector<TunePoint*> entrants(int fold) {
    std::vector<TunePoint*> points;
    for (TunePoint& point : result_.points) {
      if (std::ssize(point.errors) >= fold) points.push_back(&point);
    }
    const auto errors_before = [fold](const TunePoint* point) {
      return std::accumulate(point->errors.begin(), point->errors.begin() + fold, 0.0);
    };
    std::ranges::stable_sort(points, {}, errors_before);
    points.resize(static_cast<std::size_t>(n_entrants(fold)));
    return points;
  }

  std::vector<Index> columns(int fold, bool held_out) const {
    std::vector<Index> chosen;
    for (std::size_t j = 0; j < fold_.size(); ++j) {
      if (fold_[j] >= 0 && (fold_[j] == fold) == held_out) chosen.push_back(static_cast<Index>(j));
    }
    return chosen;
  }

  std::vector<std::string> labels_of(const std::vector<Index>& columns) const {
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const Index j : columns) names.push_back(labels_[static_cast<std::size_t>(j)]);
    return names;
  }

  /// Trains without one fold and counts errors on it. False when it was ended early.
  bool try_point(TunePoint& point, int fold) {
    TrainOptions trial = options_;
    trial.atoms = point.atoms;
    trial.kappa = point.kappa;
    TrainHooks hooks;
    hooks.progress = [&](const Progress& progress) { return report(point, progress.fraction); };
    const std::vector<Index> rest = columns(fold, false);
    const Matrix<T> X = X_(Eigen::all, rest);
    const auto trained = train_on_shelf<T>(X, labels_of(rest), trial, hooks, shelf_, context_);
    if (trained.summary.status != TrainStatus::kFinished) return false;
    // All trials share what the first one has found.
    options_.lambda2 = trained.summary.resolved.lambda2;
    options_.mu = trained.summary.resolved.mu;
    const std::vector<Index> held_out = columns(fold, true);
    const Matrix<T> X_held = X_(Eigen::all, held_out);
    const auto predicted = trained.classifier.predict(X_held, options_.coding, context_);
    const auto expected = labels_of(held_out);
    Index wrong = 0;
    for (std::size_t j = 0; j < expected.size(); ++j) wrong += predicted[j] != expected[j];
    point.errors.push_back(static_cast<double>(wrong) /
                           static_cast<double>(std::max<std::size_t>(1, expected.size())));
    return true;
  }

  bool report(const TunePoint& point, double trial_fraction) const {
    if (budget_ > 0 && seconds() >= budget_) return false;
    if (!hooks_.progress) return true;
    double done = trial_fraction;
    for (const TunePoint& other : result_.points) done += static_cast<double>(other.errors.size());
    TuneProgress progress;
    Index trials = 0;
    for (int fold = 0; fold < tuning_.folds; ++fold) trials += n_entrants(fold);
    const auto total = static_cast<double>(trials);
    progress.fraction = done / total;
    progress.seconds = seconds();
    const double here = done - done_before_;
    if (here > 0) progress.eta = progress.seconds * (total - done) / here;
    progress.what = "fold " + std::to_string(point.errors.size() + 1) + " of " +
                    std::to_string(tuning_.folds) + ", atoms " + std::to_string(point.atoms) +
                    ", kappa " + short_number(point.kappa);
    return hooks_.progress(progress);
  }

  static std::string short_number(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
  }

  /// Identifies data and options: what was done for others is not gone on with.
  std::string key() const {
    core::Fnv1a hash;
    for (Index j = 0; j < X_.cols(); ++j) {
      hash.add({reinterpret_cast<const char*>(X_.col(j).data()),
                static_cast<std::size_t>(X_.rows()) * sizeof(T)});
      hash.add(labels_[static_cast<std::size_t>(j)]);
    }
    TrainOptions given = options_;
    given.lambda2 = given_lambda2_;
    given.mu = given_mu_;
    hash.add(to_json(given).dump());
    hash.add(Json{{"folds", tuning_.folds},
                  {"race", tuning_.race},
                  {"keep", tuning_.race == "no" ? 0 : tuning_.keep},
                  {"subset", tuning_.subset},
                  {"atoms", tuning_.grid_atoms},
                  {"kappa", tuning_.grid_kappa}}
                 .dump());
    return std::to_string(hash.value());
  }

  void save() const {
    if (hooks_.state.empty()) return;
    Json points = Json::array();
    for (const TunePoint& point : result_.points) points.push_back(point.errors);
    const Json state = {
        {"key", key()}, {"lambda2", options_.lambda2}, {"mu", options_.mu}, {"errors", points}};
    core::write_file_atomically(hooks_.state, state.dump() + "\n");
  }

  void restore() {
    given_lambda2_ = options_.lambda2;
    given_mu_ = options_.mu;
    if (!hooks_.resume || hooks_.state.empty() || !std::filesystem::exists(hooks_.state)) return;
    const Json state = Json::parse(core::read_file(hooks_.state), nullptr, false);
    const bool fits = state.is_object() && state.value("key", "") == key() &&
                      state.contains("errors") && state["errors"].size() == result_.points.size();
    if (!fits) {
      throw Error(ErrorCode::kInvalidOption, "'" + hooks_.state +
                                                 "' was written for other data or options; give "
                                                 "the same ones, or tune without resume");
    }
    options_.lambda2 = state.value("lambda2", options_.lambda2);
    options_.mu = state.value("mu", options_.mu);
    for (std::size_t i = 0; i < result_.points.size(); ++i) {
      result_.points[i].errors = state["errors"][i].get<std::vector<double>>();
      done_before_ += static_cast<double>(result_.points[i].errors.size());
    }
  }

  TuneResult finish() {
    auto& points = result_.points;
    std::stable_sort(points.begin(), points.end(), [](const TunePoint& a, const TunePoint& b) {
      if (a.errors.size() != b.errors.size()) return a.errors.size() > b.errors.size();
      return a.error() < b.error();
    });
    const std::size_t most = points.front().errors.size();
    if (most == 0) {
      throw Error(ErrorCode::kInvalidOption,
                  "not one trial was finished; give more time, a --subset or fewer iterations");
    }
    result_.chosen = options_;
    result_.chosen.time_budget = 0;
    result_.chosen.atoms = points.front().atoms;
    result_.chosen.kappa = points.front().kappa;
    for (std::size_t i = 0; i < points.size() && tuning_.keep > 1; ++i) {
      if (static_cast<int>(i) == tuning_.keep || points[i].errors.size() < most) break;
      std::string& members = result_.chosen.members;
      if (i > 0) members += ',';
      members += std::to_string(points[i].atoms);
      members += ':';
      members += short_number(points[i].kappa);
    }
    result_.seconds = seconds();
    return std::move(result_);
  }

  ConstMatrixRef<T> X_;
  std::span<const std::string> labels_;
  TrainOptions options_;  ///< of every trial
  const TuneOptions& tuning_;
  const TuneHooks& hooks_;
  const Context& context_;
  double budget_;
  DictionaryShelf<T> shelf_;  ///< of the present fold
  double given_lambda2_ = 0;
  double given_mu_ = 0;
  double done_before_ = 0;  ///< trials that an earlier run has done
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
