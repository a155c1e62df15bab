// SPDX-License-Identifier: BSD-3-Clause
// The step length of incremental training, with s full batches seen before:
//   rate / sqrt(1 + s / kSlowing) * sqrt(signals in this batch / batch_size)
// It has no last step at which it would reach zero, so it decreases slowly. The steps of Adam have
// the length of the rate whatever the size of the gradient; the second root keeps the noise of many
// small batches equal to that of few large ones.
#include "training/incremental/incremental_part.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "training/methods/lambda0_rule.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

/// Five digits of USPS, a quarter of the training set held out (898 signals), multiclass, errors
/// after one and eight passes: 45 and 15 for 30, 42 and 17 for 100, 39 and 17 for 300.
constexpr double kSlowing = 100;
/// Steps until Adam's second moment (memory of 20 steps) has learned the size of the gradients.
constexpr Index kWarmUp = 20;
/// REC has no lambda0 in its loss and needs a larger theta. The same signals, pairwise, errors
/// after one and eight passes: 56 and 32 at 4 (kSlowing 30), 43 and 34 at 10 (100), 54 and 34 at 20
/// (300).
constexpr double kLogisticRate = 10;
/// Full batches between two rounds of the lambda0 rule.
constexpr double kStepsPerRound = 5;
/// Signals that make one full round of the lambda0 rule.
constexpr double kSignalsPerRound = 64;

double rate_factor(Method method, double steps, double share, bool warm_up, Index t) {
  double factor = std::sqrt(share / (1 + steps / kSlowing));
  if (method == Method::kRec) factor *= kLogisticRate;
  if (warm_up && t < kWarmUp) factor *= static_cast<double>(t + 1) / kWarmUp;
  return factor;
}

bool has_two_classes(const std::vector<int>& y) {
  return std::any_of(y.begin(), y.end(), [&](int l) { return l != y.front(); });
}

/// Applies the lambda0 rule to the signals of this update, while rounds of it are left.
template <class T>
void rescale_if_due(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, SupervisedDictionary<T>& model,
                    PartProgress<T>& progress) {
  if (progress.rounds >= kScaleRounds || !has_two_classes(problem.y)) return;
  if (progress.steps < kStepsPerRound * (progress.rounds + 1)) return;
  const double trust = std::min(1.0, static_cast<double>(problem.train.size()) / kSignalsPerRound);
  rescale(problem, options, context, trust, model);
  progress.rounds += trust;
}

}  // namespace

template <class T>
void update_part(const PartProblem<T>& problem, Method method, const TrainOptions& options,
                 const Context& context, SupervisedDictionary<T>& model,
                 PartProgress<T>& progress) {
  const Index m = problem.train.size();
  if (m == 0) return;
  if (progress.t == 0) progress.moments.start(model);
  const auto key = [&] { return static_cast<std::uint64_t>(progress.t); };
  const core::Permutation order({options.seed, kBatchStream, problem.stream, key()}, m);
  const int batch_size = options.batch_size.value();
  const Index n_steps = (m + batch_size - 1) / batch_size;
  const double seen = std::accumulate(progress.seen.begin(), progress.seen.end(), 0.0);
  StepSettings settings{.method = method,
                        .mu = options.mu.value(),
                        .lambda2 = options.lambda2.value(),
                        .total_weight = seen,
                        .mean_weight = seen / progress.signals,
                        .beta2 = options.beta2};
  std::vector<Index> members;
  for (Index step = 0; step < n_steps; ++step) {
    if (method != Method::kRec) rescale_if_due(problem, options, context, model, progress);
    members.clear();
    for (Index j = step * m / n_steps; j < (step + 1) * m / n_steps; ++j) {
      members.push_back(order.at(j));
    }
    core::Rng shifts{options.seed, kShiftStream, problem.stream, kBatchStream, key()};
    const double share = static_cast<double>(members.size()) / batch_size;
    const double factor = rate_factor(method, progress.steps, share, progress.warm_up, progress.t);
    settings.rate_dictionary = factor * options.rate_dictionary;
    settings.rate_theta = factor * options.rate_theta;
    settings.t = ++progress.t;
    gradient_step(take_batch<T>(problem, members, shifts, context), settings, options.coding,
                  context, model, progress.moments);
    progress.steps += share;
  }
}

#define SUPDICT_INSTANTIATE(T)                                                                     \
  template void update_part<T>(const PartProblem<T>&, Method, const TrainOptions&, const Context&, \
                               SupervisedDictionary<T>&, PartProgress<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
