// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/incremental.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "core/check.hpp"
#include "core/thread_pool.hpp"
#include "supdict/fields_json.hpp"
#include "training/incremental/incremental_notes.hpp"
#include "training/incremental/incremental_start.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/part/weights.hpp"
#include "training/progress/training_report.hpp"
#include "training/rules/augmentation_rule.hpp"
#include "training/rules/defaults.hpp"

namespace supdict {
namespace training {
namespace {

template <class T>
PartProgress<T> fresh_progress(std::size_t n_classes, bool lambda0_given) {
  PartProgress<T> progress;
  progress.rounds = lambda0_given ? kScaleRounds : 0;
  progress.seen.assign(n_classes, 0.0);
  return progress;
}

/// Removes signals of weight 0; returns the weights of the others, empty if `weights` is.
template <class T>
std::vector<double> leave_out_weightless(std::span<const double> weights, Matrix<T>& signals,
                                         std::vector<int>& y) {
  std::vector<double> kept;
  if (weights.empty()) return kept;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    signals.col(std::ssize(kept)) = signals.col(static_cast<Index>(j));
    y[kept.size()] = y[j];
    kept.push_back(weights[j]);
  }
  signals.conservativeResize(Eigen::NoChange, std::ssize(kept));
  y.resize(kept.size());
  return kept;
}

}  // namespace
}  // namespace training

template <class T>
class IncrementalTrainer<T>::State {
 public:
  State(ConstMatrixRef<T> X, std::span<const std::string> labels, const ClassLabels& classes,
        const TrainOptions& options, const Context& context)
      : context_(context) {
    training::check_incremental(options);
    training::check_incremental(classes);
    if (X.rows() < 1 || X.cols() < 1) {
      throw Error(ErrorCode::kInvalidShape, "X is " + core::shape(X.rows(), X.cols()) +
                                                "; expected at least one feature and one signal");
    }
    core::check_finite("X", X);
    if (!labels.empty()) core::check_label_count(labels.size(), X.cols());
    classifier_.labels = classes;
    classifier_.vote = options.vote;
    const std::vector<int> y = classes.encode(labels);
    const TrainOptions given = training::suited<T>(options, X);
    classifier_.preprocessing = fit_preprocessing<T>(X, given.preprocessing, context);
    const Index n_features = classifier_.preprocessing.n_features();
    options_ = training::resolve(given, {n_features, X.cols(), classes.size()});
    classifier_.method = options_.method.value();
    classifier_.strategy = options_.strategy.value();
    // resolve() limits the batch size to the first sample, which may be small.
    options_.batch_size = options.batch_size;
    training::choose_rest(classifier_.method, {}, options_);
    start(classifier_.preprocessing.template apply<T>(X, context), y);
    note();
  }

  State(Classifier<T> classifier, const TrainOptions& options, const Context& context)
      : context_(context), classifier_(std::move(classifier)), options_(options) {
    classifier_.validate();
    options_.method = classifier_.method;
    options_.strategy = classifier_.strategy;
    options_.decision = classifier_.members.front().parts.front().model.decision;
    training::check_incremental(options_);
    training::choose_rest(classifier_.method, classifier_.notes, options_);
    progress_ = training::noted_progress(classifier_);
  }

  void update(ConstMatrixRef<T> X, std::span<const std::string> labels,
              std::span<const double> weights) {
    core::check_label_count(labels.size(), X.cols());
    core::check_weights(weights, X.cols());
    training::check_weight_scale(weights);
    std::vector<int> y = classifier_.labels.encode(labels);
    Matrix<T> signals = classifier_.preprocessing.template apply<T>(X, context_);
    const std::vector<double> kept = training::leave_out_weightless(weights, signals, y);
    const TrainOptions plain = whole_batches();
    std::vector<std::optional<Trained>> trained(n_parts());
    // Parts and, within a part, blocks of signals and atoms share one pool.
    context_.pool().parallel_for(n_parts(), [&](Index i) {
      auto problem = training::make_part<T>(part(i).classes, static_cast<std::uint64_t>(i), signals,
                                            y, kept, classifier_.preprocessing, plain);
      if (problem.train.size() == 0) return;
      Trained& now = trained[i].emplace(Trained{part(i).model, progress_[i]});
      std::vector<double>& seen = now.progress.seen;
      training::add_class_weights(problem.y, problem.weights, seen);
      now.progress.signals += static_cast<double>(problem.train.size());
      if (options_.class_weight == ClassWeight::kBalanced) {
        const double total = std::accumulate(seen.begin(), seen.end(), 0.0);
        training::balance(problem.y, seen, total, problem.weights);
      }
      training::update_part<T>(problem, classifier_.method, options_, context_, now.model,
                               now.progress);
    });
    adopt(std::move(trained));
    note();
  }

  const Classifier<T>& classifier() const { return classifier_; }
  const TrainOptions& options() const { return options_; }

 private:
  struct Trained {
    SupervisedDictionary<T> model;
    training::PartProgress<T> progress;
  };

  /// Called only when all parts are done, so that an interrupted update changes none of them.
  void adopt(std::vector<std::optional<Trained>> trained) {
    for (Index i = 0; i < n_parts(); ++i) {
      std::optional<Trained>& now = trained[i];
      if (!now) continue;
      part(i).model = std::move(now->model);
      progress_[i] = std::move(now->progress);
    }
  }

  Index n_parts() const {
    return std::ssize(classifier_.members) * std::ssize(classifier_.members.front().parts);
  }

  Part<T>& part(Index i) {
    const Index in_member = std::ssize(classifier_.members.front().parts);
    return classifier_.members[i / in_member].parts[i % in_member];
  }

  /// Options for make_part: nothing is held out, and class weights must count earlier updates too,
  /// so they are balanced elsewhere.
  TrainOptions whole_batches() const {
    TrainOptions plain = options_;
    plain.validation = 0;
    plain.class_weight = ClassWeight::kNone;
    return plain;
  }

  /// Initial dictionaries of all parts of all members, theta = 0.
  void start(const Matrix<T>& signals, const std::vector<int>& y) {
    const auto parts = training::part_classes(classifier_.strategy, classifier_.n_classes());
    for (const TrainOptions& member : training::options_of_members(whole_batches())) {
      const Index first = std::ssize(progress_);
      classifier_.members.push_back({member.atoms.value(), member.kappa.value(), {}});
      for (const std::vector<int>& classes : parts) {
        classifier_.members.back().parts.push_back({classes, {}});
        progress_.push_back(
            training::fresh_progress<T>(classes.size(), member.lambda0.has_value()));
      }
      training::start_parts<T>({signals, y, classifier_.preprocessing, classifier_.method, member,
                                static_cast<std::uint64_t>(first), context_},
                               classifier_.members.back().parts);
    }
  }

  /// Writes into the classifier's notes what another trainer needs to continue from it.
  void note() {
    classifier_.notes["incremental"] = training::progress_note<T>(classifier_, progress_);
    classifier_.notes.try_emplace("options", json_of<nlohmann::json>(options_).dump());
  }

  Context context_;
  Classifier<T> classifier_;
  TrainOptions options_;
  std::vector<training::PartProgress<T>> progress_;  ///< member after member
};

template <class T>
IncrementalTrainer<T>::IncrementalTrainer(ConstMatrixRef<T> X, std::span<const std::string> labels,
                                          const ClassLabels& classes, const TrainOptions& options,
                                          const Context& context)
    : state_(std::make_unique<State>(X, labels, classes, options, context)) {}

template <class T>
IncrementalTrainer<T>::IncrementalTrainer(Classifier<T> classifier, const TrainOptions& options,
                                          const Context& context)
    : state_(std::make_unique<State>(std::move(classifier), options, context)) {}

template <class T>
IncrementalTrainer<T>::~IncrementalTrainer() = default;

template <class T>
IncrementalTrainer<T>::IncrementalTrainer(const IncrementalTrainer& other)
    : state_(std::make_unique<State>(*other.state_)) {}

template <class T>
IncrementalTrainer<T>& IncrementalTrainer<T>::operator=(const IncrementalTrainer& other) {
  return *this = IncrementalTrainer(other);
}

template <class T>
IncrementalTrainer<T>::IncrementalTrainer(IncrementalTrainer&&) noexcept = default;

template <class T>
IncrementalTrainer<T>& IncrementalTrainer<T>::operator=(IncrementalTrainer&&) noexcept = default;

template <class T>
void IncrementalTrainer<T>::update(ConstMatrixRef<T> X, std::span<const std::string> labels,
                                   std::span<const double> weights) {
  state_->update(X, labels, weights);
}

template <class T>
const Classifier<T>& IncrementalTrainer<T>::classifier() const {
  return state_->classifier();
}

template <class T>
const TrainOptions& IncrementalTrainer<T>::options() const {
  return state_->options();
}

template class IncrementalTrainer<float>;
template class IncrementalTrainer<double>;

}  // namespace supdict
