// SPDX-License-Identifier: BSD-3-Clause
// A training run from raw signals to a classifier.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/check.hpp"
#include "core/fnv.hpp"
#include "core/thread_pool.hpp"
#include "supdict/trainer.hpp"
#include "training/defaults.hpp"
#include "training/lambda2_rule.hpp"
#include "training/mu_rule.hpp"
#include "training/report.hpp"
#include "training/runner.hpp"
#include "training/train_on_shelf.hpp"

namespace supdict {
namespace training {
namespace {

/// Signals the finished classifier is judged with for the summary.
constexpr Index kJudged = 5000;
constexpr Index kJudgedInAHurry = 200;

template <class Value>
std::string_view bytes_of(const Value* values, Index count) {
  return {reinterpret_cast<const char*>(values), static_cast<std::size_t>(count) * sizeof(Value)};
}

template <class T>
class Run {
 public:
  Run(ConstMatrixRef<T> X, std::span<const std::string> labels, const TrainOptions& options,
      const TrainHooks& hooks, std::span<const double> weights, const Context& context,
      DictionaryShelf<T>* shelf)
      : X_(X), hooks_(hooks), weights_(weights), context_(context), shelf_(shelf) {
    check_input(labels, options);
    classifier_.labels = ClassLabels::from(labels);
    y_ = classifier_.labels.encode(labels);
    classifier_.method = method_from_string(options.method);
    classifier_.strategy = strategy_from_string(options.strategy);
    classifier_.vote = vote_from_string(options.vote);
    classifier_.preprocessing = fit_preprocessing<T>(X, options.preprocessing);
    options_ = resolve(
        options, {classifier_.preprocessing.n_features(), X.cols(), classifier_.labels.size()});
  }

  TrainResult<T> run() {
    const Matrix<T> signals = classifier_.preprocessing.template apply<T>(X_);
    const auto parts = part_classes(classifier_.strategy, classifier_.n_classes());
    const Index n_parts = std::ssize(parts);
    const Index n_members = std::ssize(options_of_members(options_));
    RunControl control(options_, hooks_, n_members * n_parts);
    choose_parameters(parts, signals, control);
    // A run that was stopped while its parameters were chosen has nothing to save.
    const CheckpointFolder checkpoints(control.stopped() ? "" : hooks_.checkpoint, run_key(signals),
                                       hooks_.resume);
    const std::vector<TrainOptions> members = options_of_members(options_);
    TrainSummary summary;
    for (const TrainOptions& member : members) {
      classifier_.members.push_back(
          {member.atoms, member.kappa, std::vector<Part<T>>(parts.size())});
      summary.members.emplace_back(parts.size());
    }
    // Parts and, inside a part, blocks of signals and atoms share one pool.
    context_.pool().parallel_for(n_members * n_parts, [&](Index i) {
      const auto member = static_cast<std::size_t>(i / n_parts);
      const auto part = static_cast<std::size_t>(i % n_parts);
      auto problem = make_part<T>(parts[part], static_cast<std::uint64_t>(i), signals, y_, weights_,
                                  classifier_.preprocessing, members[member]);
      problem.shelf = shelf_;
      PartState<T> state = run_part<T>(problem, part_name(parts[part]), members[member], hooks_,
                                       checkpoints, control, context_);
      classifier_.members[member].parts[part] = {parts[part], std::move(state.best)};
      summary.members[member][part] = std::move(state.summary);
    });
    return finish(control, std::move(summary));
  }

 private:
  /// lambda2 and mu, where they are not given, on a sample of the run.
  void choose_parameters(const std::vector<std::vector<int>>& parts, const Matrix<T>& signals,
                         RunControl& control) {
    if (options_.mu < 0 && options_.method != "sdl-d") options_.mu = 0;
    // With a validation part the best mu along the path is kept.
    if (options_.mu < 0 && options_.validation > 0) options_.mu = 1;
    if (options_.lambda2 >= 0 && options_.mu >= 0) return;
    Trial<T> trial =
        make_trial<T>(parts, signals, y_, weights_, classifier_.preprocessing, options_);
    if (options_.lambda2 < 0) {
      control.announce("choosing lambda2");
      options_.lambda2 = trial.options.lambda2 = choose_lambda2(trial, context_);
    }
    if (options_.mu < 0) options_.mu = choose_mu(trial, control, context_);
  }

  void check_input(std::span<const std::string> labels, const TrainOptions& options) const {
    options::validate(options);
    core::check_finite("X", X_);
    core::check_weights(weights_, X_.cols());
    if (X_.rows() < 1 || X_.cols() < 2) {
      throw Error(ErrorCode::kInvalidShape, "X is " + core::shape(X_.rows(), X_.cols()) +
                                                "; expected at least one feature and two signals");
    }
    core::check_label_count(labels.size(), X_.cols());
  }

  /// Identifies data and options of a run: a checkpoint of another run is not resumed.
  std::string run_key(const Matrix<T>& signals) const {
    core::Fnv1a hash;
    hash.add(bytes_of(signals.data(), signals.size()));
    hash.add(bytes_of(y_.data(), std::ssize(y_)));
    hash.add(bytes_of(weights_.data(), std::ssize(weights_)));
    nlohmann::json options = to_json(options_);
    options.erase("time_budget");  // a run may be resumed with more time
    hash.add(options.dump());
    return std::to_string(hash.value());
  }

  std::string part_name(const std::vector<int>& classes) const {
    if (classifier_.strategy == Strategy::kMulticlass) return "all classes";
    const auto name = [&](int l) { return l == kRest ? "rest" : classifier_.labels.name(l); };
    return classifier_.strategy == Strategy::kPairwise
               ? name(classes[0]) + " vs " + name(classes[1])
               : name(classes[1]) + " vs rest";
  }

  TrainResult<T> finish(const RunControl& control, TrainSummary summary) {
    summary.resolved = options_;
    summary.preprocessing = classifier_.preprocessing.describe();
    if (control.out_of_time()) summary.status = TrainStatus::kTimeBudget;
    if (control.stopped()) summary.status = TrainStatus::kStopped;
    judge(summary, summary.status == TrainStatus::kStopped ? kJudgedInAHurry : kJudged);
    summary.seconds = control.seconds();
    classifier_.notes["options"] = to_json(options_).dump();
    classifier_.notes["training"] = training_note(summary).dump();
    return {std::move(classifier_), std::move(summary)};
  }

  /// Error on training signals, and a word when the model is useless or atoms are wasted.
  void judge(TrainSummary& summary, Index most) const {
    std::vector<Index> chosen;
    const Index stride = std::max<Index>(1, X_.cols() / most);
    for (Index j = 0; j < X_.cols(); j += stride) chosen.push_back(j);
    const Matrix<T> sample = X_(Eigen::all, chosen);
    const std::vector<int> predicted =
        classifier_.classify(sample, options_.coding, context_).label;
    std::vector<Index> counts(static_cast<std::size_t>(classifier_.n_classes()), 0);
    Index wrong = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const int own = y_[static_cast<std::size_t>(chosen[i])];
      ++counts[static_cast<std::size_t>(own)];
      wrong += predicted[i] != own;
    }
    const double size = static_cast<double>(chosen.size());
    const double largest = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
    summary.train_error = static_cast<double>(wrong) / size;
    summary.usable = summary.train_error < 1 - largest / size;
    if (!summary.usable) {
      summary.warnings.push_back(
          "the classifier is no better than always naming the largest class (training error " +
          core::number(summary.train_error) + "): try a smaller kappa (now " +
          core::number(options_.kappa) + "), another scaling, more iterations (now " +
          std::to_string(options_.iterations) + ") or the bilinear decision");
    }
  }

  ConstMatrixRef<T> X_;
  const TrainHooks& hooks_;
  std::span<const double> weights_;
  const Context& context_;
  DictionaryShelf<T>* shelf_;
  std::vector<int> y_;
  TrainOptions options_;
  Classifier<T> classifier_;
};

}  // namespace

template <class T>
TrainResult<T> train_on_shelf(ConstMatrixRef<T> X, std::span<const std::string> labels,
                              const TrainOptions& options, const TrainHooks& hooks,
                              DictionaryShelf<T>& shelf, const Context& context) {
  return Run<T>(X, labels, options, hooks, {}, context, &shelf).run();
}

}  // namespace training

std::string to_string(TrainStatus status) {
  switch (status) {
    case TrainStatus::kFinished:
      return "finished";
    case TrainStatus::kTimeBudget:
      return "time budget";
    case TrainStatus::kStopped:
      return "stopped";
  }
  return "";
}

template <class T>
TrainResult<T> train(ConstMatrixRef<T> X, std::span<const std::string> labels,
                     const TrainOptions& options, const TrainHooks& hooks,
                     std::span<const double> weights, const Context& context) {
  return training::Run<T>(X, labels, options, hooks, weights, context, nullptr).run();
}

template <class T>
Classifier<T> ensemble(std::span<const Classifier<T>> classifiers) {
  if (classifiers.empty()) {
    throw Error(ErrorCode::kInvalidShape, "an ensemble of no classifiers; expected at least one");
  }
  Classifier<T> result = classifiers.front();
  for (const Classifier<T>& other : classifiers.subspan(1)) {
    const bool same = other.method == result.method && other.strategy == result.strategy &&
                      other.labels.names() == result.labels.names() &&
                      other.preprocessing.describe() == result.preprocessing.describe() &&
                      other.n_features() == result.n_features();
    if (!same) {
      throw Error(ErrorCode::kInvalidValue,
                  "members of an ensemble must share method, strategy, labels and preprocessing");
    }
    result.members.insert(result.members.end(), other.members.begin(), other.members.end());
  }
  result.validate();
  return result;
}

#define SUPDICT_INSTANTIATE(T)                                                                 \
  template TrainResult<T> train<T>(ConstMatrixRef<T>, std::span<const std::string>,            \
                                   const TrainOptions&, const TrainHooks&,                     \
                                   std::span<const double>, const Context&);                   \
  template TrainResult<T> training::train_on_shelf<T>(                                         \
      ConstMatrixRef<T>, std::span<const std::string>, const TrainOptions&, const TrainHooks&, \
      DictionaryShelf<T>&, const Context&);                                                    \
  template Classifier<T> ensemble<T>(std::span<const Classifier<T>>);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
