// SPDX-License-Identifier: BSD-3-Clause
// What a run costs: its codings are counted, and the time of one is measured on a few steps.
#include <algorithm>
#include <chrono>

#include "supdict/trainer.hpp"
#include "training/methods/method_table.hpp"
#include "training/part/part_problem.hpp"
#include "training/rules/augmentation_rule.hpp"
#include "training/rules/defaults.hpp"
#include "training/rules/few_signals.hpp"
#include "training/rules/rehearsal.hpp"
#include "training/train.hpp"

namespace supdict {
namespace training {
namespace {

using Clock = std::chrono::steady_clock;

/// Fewer codings take about a second on any machine.
constexpr double kWorthMeasuring = 1e6;
constexpr double kMeasuredSeconds = 0.3;
constexpr Index kMeasuredSteps = 50;
/// Signals of each class that are enough for steps like those of the run.
constexpr Index kSignalsPerClass = 300;

/// Codings of all parts of one member, without its rehearsals.
double codings_of_member(const TrainOptions& options, const std::vector<std::vector<int>>& parts,
                         double per_part) {
  const auto hypotheses = static_cast<double>(parts.front().size());
  const double first = options.dictionary_epochs.value() * per_part;
  double own = per_part;
  if (options.method != Method::kRec) {
    const double signals =
        options.trainer == TrainerKind::kStochastic ? options.batch_size.value() : per_part;
    own = options.iterations.value() * signals * hypotheses;
  }
  return static_cast<double>(parts.size()) * (first + own);
}

double codings_of(const TrainOptions& options, const std::vector<std::vector<int>>& parts,
                  double per_part) {
  double codings = 0;
  const std::vector<TrainOptions> members = options_of_members(options);
  for (const TrainOptions& member : members) {
    codings += codings_of_member(member, parts, per_part);
  }
  const auto n_parts = std::ssize(parts);
  const double trained = static_cast<double>(std::ssize(members) * n_parts);
  return codings * (1 + rehearsal_work(options, std::ssize(members), n_parts) / trained);
}

/// Columns of some signals of the classes of a part.
std::vector<Index> some_signals(std::span<const int> y, const std::vector<int>& classes) {
  std::vector<Index> taken(*std::max_element(y.begin(), y.end()) + 1, 0);
  const bool all = classes.front() == kRest;
  std::vector<Index> columns;
  for (Index j = 0; j < std::ssize(y); ++j) {
    const bool wanted = all || std::find(classes.begin(), classes.end(), y[j]) != classes.end();
    if (wanted && taken[y[j]]++ < kSignalsPerClass) columns.push_back(j);
  }
  return columns;
}

/// Seconds of one coding on one thread, with what belongs to it in a step.
template <class T>
double seconds_per_coding(ConstMatrixRef<T> X, std::span<const int> y,
                          const std::vector<int>& classes, const Preprocessing& preprocessing,
                          TrainOptions options, const Context& context) {
  const Context alone(1, [&context] {
    context.throw_if_stopped();
    return false;
  });
  const std::vector<Index> columns = some_signals(y, classes);
  const Matrix<T> raw = X(Eigen::all, columns);
  const Matrix<T> signals = preprocessing.apply<T>(raw, alone);
  std::vector<int> y_some;
  y_some.reserve(columns.size());
  for (const Index j : columns) y_some.push_back(y[j]);
  options.method = Method::kSdlD;
  options.trainer = TrainerKind::kStochastic;
  options.mu = options.mu.value_or(1);
  options.lambda2 = options.lambda2.value_or(0);
  // No lessons: atoms are signals.
  options.dictionary_epochs = 1e-9;
  const auto problem = make_part<T>(classes, 0, signals, y_some, {}, preprocessing, options);
  const Trainer<T> trainer = stochastic_trainer<T>();
  PartState<T> state;
  trainer.start(problem, options, alone, state);
  double codings = 0;
  const auto begin = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  while (state.iteration < kMeasuredSteps && (state.iteration == 0 || spent() < kMeasuredSeconds)) {
    trainer.step(problem, options, alone, state);
    ++state.iteration;
    codings += options.batch_size.value() * static_cast<double>(classes.size());
  }
  return spent() / codings;
}

}  // namespace
}  // namespace training

template <class T>
TrainPrice price_of_training(ConstMatrixRef<T> X, std::span<const std::string> labels,
                             const TrainOptions& options, const Context& context) {
  training::check_training_input<T>(X, labels.size(), options);
  const ClassLabels classes = ClassLabels::from(labels);
  const TrainOptions given = training::suited<T>(options, X);
  const Preprocessing preprocessing = fit_preprocessing<T>(X, given.preprocessing, context);
  const training::ProblemSize size{preprocessing.n_features(), X.cols(), classes.size()};
  TrainPrice price;
  price.resolved = training::models_are_tried(given, size) ? training::resolve_few(given, size)
                                                           : training::resolve(given, size);
  const auto parts = training::part_classes(price.resolved.strategy.value(), classes.size());
  price.codings =
      training::codings_of(price.resolved, parts, training::signals_per_part(price.resolved, size));
  if (price.codings < training::kWorthMeasuring || options.time_budget) return price;
  const std::vector<int> y = classes.encode(labels);
  const double one =
      training::seconds_per_coding<T>(X, y, parts.front(), preprocessing, price.resolved, context);
  price.seconds = price.codings * one / context.threads();
  return price;
}

template TrainPrice price_of_training<float>(ConstMatrixRef<float>, std::span<const std::string>,
                                             const TrainOptions&, const Context&);
template TrainPrice price_of_training<double>(ConstMatrixRef<double>, std::span<const std::string>,
                                              const TrainOptions&, const Context&);

}  // namespace supdict
