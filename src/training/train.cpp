// SPDX-License-Identifier: BSD-3-Clause
// A training run from raw signals to a classifier.
#include <future>
#include <nlohmann/json.hpp>

#include "core/check.hpp"
#include "core/devices.hpp"
#include "core/fnv.hpp"
#include "core/sequence.hpp"
#include "core/thread_pool.hpp"
#include "supdict/fields_json.hpp"
#include "supdict/trainer.hpp"
#include "training/judge.hpp"
#include "training/part/weights.hpp"
#include "training/progress/training_report.hpp"
#include "training/rules/augmentation_rule.hpp"
#include "training/rules/defaults.hpp"
#include "training/rules/few_signals.hpp"
#include "training/rules/open_parameters.hpp"
#include "training/rules/rehearsal.hpp"
#include "training/train.hpp"
#include "training/train_parts.hpp"

namespace supdict {
namespace training {
namespace {

/// Empty where every step had all its signals.
std::string left_out_warning(const TrainSummary& summary, const TrainOptions& options) {
  Index left_out = 0;
  Index taken = 0;
  for (const std::vector<PartSummary>& member : summary.members) {
    for (const PartSummary& part : member) {
      left_out += part.n_left_out;
      if (!part.path.empty()) taken += part.path.back().iteration * options.batch_size.value();
    }
  }
  if (left_out == 0) return "";
  return std::to_string(left_out) + " of " + std::to_string(taken) +
         " signals were left out of their steps, because their codes have more non-zeros than a "
         "GPU has room for: where that is many, try a larger kappa (now " +
         core::number(options.kappa.value()) + ") or the CPU, which leaves none out";
}

template <class T>
class Run {
 public:
  Run(ConstMatrixRef<T> X, std::span<const std::string> labels, std::span<const double> weights,
      const TrainOptions& options, const TrainHooks& hooks, const Context& context,
      DictionaryCache<T>* cache, Machines machines)
      : X_(X),
        hooks_(hooks),
        weights_(weights),
        context_(context.without_cuda()),
        cache_(cache),
        machines_(std::move(machines)) {
    check_training_input<T>(X, labels.size(), options);
    core::check_weights(weights, X.cols());
    classifier_.labels = ClassLabels::from(labels);
    y_ = classifier_.labels.encode(labels);
    check_class_weights(weights, y_, classifier_.labels);
    classifier_.vote = options.vote;
    const TrainOptions given = suited<T>(options, X);
    classifier_.preprocessing = fit_preprocessing<T>(X, given.preprocessing);
    const ProblemSize size{classifier_.preprocessing.n_features(), X.cols(),
                           classifier_.labels.size()};
    tries_models_ = models_are_tried(given, size);
    options_ = tries_models_ ? resolve_few(given, size) : resolve(given, size);
    classifier_.method = options_.method.value();
    classifier_.strategy = options_.strategy.value();
    leave_device_where_not_served(context);
    if (machines_) {
      // Deferred where no thread can be started: the first use waits for the device then.
      awake_ = std::async(std::launch::async | std::launch::deferred, [this] { machines_(); });
    }
  }

  TrainResult<T> run() {
    open_checkpoint_folder(hooks_.checkpoint, hooks_.resume);
    const RunData<T> data{part_classes(classifier_.strategy, classifier_.n_classes()),
                          classifier_.preprocessing.template apply<T>(X_), y_, weights_, machines_};
    const Index n_parts = std::ssize(data.parts);
    const auto n_members = [&] { return std::ssize(options_of_members(options_)); };
    const auto rehearsals = [&] { return rehearsal_work(options_, n_members(), n_parts); };
    RunControl control(options_, hooks_, n_members() * n_parts, rehearsals(), begin_);
    const bool saves = !hooks_.checkpoint.empty();
    const core::Fnv1a data_hash = saves ? hash_of(data.signals) : core::Fnv1a();
    RunTerms terms;
    if (saves && !tries_models_) terms.given = take_over_choice(data_hash);
    const bool chosen = choose_open_parameters(data, classifier_.preprocessing, tries_models_,
                                               options_, control, context_);
    control.expect(n_members() * n_parts, rehearsals());
    // A run that ended while its parameters were being chosen has nothing to save.
    const std::string folder = chosen ? hooks_.checkpoint : "";
    if (!folder.empty()) {
      terms.key = run_key(data_hash);
      terms.chosen = {options_.lambda2.value(), options_.mu.value()};
    }
    const CheckpointFolder checkpoints(folder, terms, hooks_.resume);
    const std::vector<TrainOptions> members = options_of_members(options_);
    TrainSummary summary;
    for (const TrainOptions& member : members) {
      classifier_.members.push_back(
          {member.atoms.value(), member.kappa.value(), std::vector<Part<T>>(data.parts.size())});
      summary.members.emplace_back(data.parts.size());
    }
    const bool own_state = checkpoints.enabled() || hooks_.resume;
    train_parts<T>(
        {data, members, hooks_, checkpoints, control, cache_, context_, classifier_, summary});
    summary.resumable = own_state && has_checkpoint(hooks_.checkpoint);
    calibrate<T>(data, members, control, context_, classifier_, summary);
    return finish(control, std::move(summary));
  }

 private:
  /// What this run chose before it was stopped need not be chosen again. The key of the run before
  /// that choice.
  std::string take_over_choice(const core::Fnv1a& data_hash) {
    std::string given = run_key(data_hash);
    if (!hooks_.resume) return given;
    if (const auto chosen = chosen_before(hooks_.checkpoint, given)) {
      options_.lambda2 = chosen->lambda2;
      options_.mu = chosen->mu;
    }
    return given;
  }

  void leave_device_where_not_served(const Context& context) {
    const auto parts = part_classes(classifier_.strategy, classifier_.n_classes());
    const Index n_classes = std::ssize(parts.front());
    const double signals = static_cast<double>(options_.iterations.value()) *
                           static_cast<double>(options_.batch_size.value());
    why_not_ =
        core::why_on_threads(context, signals * static_cast<double>(std::ssize(parts) * n_classes),
                             static_cast<double>(options_.atoms.value()));
    if (!why_not_.empty()) machines_ = {};
    if (!machines_) return;
    for (const TrainOptions& member : options_of_members(options_)) {
      why_not_ = why_not_on_device(member, n_classes, std::is_same_v<T, double>);
      if (why_not_.empty()) continue;
      machines_ = {};
      return;
    }
  }

  core::Fnv1a hash_of(const Matrix<T>& signals) const {
    core::Fnv1a hash;
    hash.add(core::bytes_of(signals.data(), signals.size()));
    hash.add(core::bytes_of(y_.data(), std::ssize(y_)));
    hash.add(core::bytes_of(weights_.data(), std::ssize(weights_)));
    return hash;
  }

  /// Identifies data and options of a run: a checkpoint of another run is refused.
  std::string run_key(core::Fnv1a hash) const {
    nlohmann::json options = json_of<nlohmann::json>(options_);
    options.erase("time_budget");  // a run may be resumed with more time
    hash.add(options.dump());
    return std::to_string(hash.value());
  }

  TrainResult<T> finish(const RunControl& control, TrainSummary summary) {
    summary.resolved = options_;
    const std::string left_out = left_out_warning(summary, options_);
    if (!left_out.empty()) summary.warnings.push_back(left_out);
    const std::string log = control.log_warning();
    if (!log.empty()) summary.warnings.push_back(log);
    if (!why_not_.empty()) summary.device = "cpu (" + why_not_ + ")";
    summary.preprocessing = classifier_.preprocessing.describe();
    if (control.out_of_time()) summary.status = TrainStatus::kTimeBudget;
    if (control.stopped()) summary.status = TrainStatus::kStopped;
    const Index n_parts = std::ssize(summary.members) * std::ssize(summary.members.front());
    judge<T>(classifier_, X_, y_, n_judged(summary.status, n_parts), options_, context_, summary);
    summary.seconds = control.seconds();
    classifier_.notes["options"] = json_of<nlohmann::json>(options_).dump();
    classifier_.notes["training"] = training_note(summary).dump();
    return {std::move(classifier_), std::move(summary)};
  }

  RunControl::Clock::time_point begin_ = RunControl::Clock::now();
  ConstMatrixRef<T> X_;
  const TrainHooks& hooks_;
  std::span<const double> weights_;
  Context context_;  ///< for what is done on the threads
  DictionaryCache<T>* cache_;
  Machines machines_;
  std::string why_not_;      ///< the reason why a GPU does not take the steps; empty: it does
  std::future<void> awake_;  ///< starting a device takes a while: begun ahead of its use
  std::vector<int> y_;
  TrainOptions options_;
  bool tries_models_ = false;
  Classifier<T> classifier_;
};

}  // namespace

template <class T>
void check_training_input(ConstMatrixRef<T> X, std::size_t n_labels, const TrainOptions& options) {
  options::validate(options);
  core::check_finite("X", X);
  if (X.rows() < 1 || X.cols() < 2) {
    throw Error(ErrorCode::kInvalidShape, "X is " + core::shape(X.rows(), X.cols()) +
                                              "; expected at least one feature and two signals");
  }
  core::check_label_count(n_labels, X.cols());
}

template <class T>
TrainResult<T> train_with_cache(ConstMatrixRef<T> X, std::span<const std::string> labels,
                                const TrainOptions& options, const TrainHooks& hooks,
                                DictionaryCache<T>& cache, const Context& context) {
  return Run<T>(X, labels, {}, options, hooks, context, &cache, machines_of(context)).run();
}

TrainResult<float> train_on_machines(ConstMatrixRef<float> X, std::span<const std::string> labels,
                                     const TrainOptions& options, const TrainHooks& hooks,
                                     const Context& context, Machines machines) {
  return Run<float>(X, labels, {}, options, hooks, context, nullptr, std::move(machines)).run();
}

}  // namespace training

template <class T>
TrainResult<T> train(ConstMatrixRef<T> X, std::span<const std::string> labels,
                     std::span<const double> weights, const TrainOptions& options,
                     const TrainHooks& hooks, const Context& context) {
  return training::Run<T>(X, labels, weights, options, hooks, context, nullptr,
                          training::machines_of(context))
      .run();
}

#define SUPDICT_INSTANTIATE(T)                                                                 \
  template TrainResult<T> train<T>(ConstMatrixRef<T>, std::span<const std::string>,            \
                                   std::span<const double>, const TrainOptions&,               \
                                   const TrainHooks&, const Context&);                         \
  template void training::check_training_input<T>(ConstMatrixRef<T>, std::size_t,              \
                                                  const TrainOptions&);                        \
  template TrainResult<T> training::train_with_cache<T>(                                       \
      ConstMatrixRef<T>, std::span<const std::string>, const TrainOptions&, const TrainHooks&, \
      DictionaryCache<T>&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
