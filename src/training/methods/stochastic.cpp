// SPDX-License-Identifier: BSD-3-Clause
// Stochastic training: exact gradients of mini-batches, Adam, projection.
//   minimise  E(D, theta) / sum of weights, with mu growing from 0 along the way        [E5-E10]
//   step      batch -> codes under every hypothesis -> gradients -> Adam on D and theta
//             (cosine decay of both rates) -> columns of D back into the unit ball
//   lambda0   given, or rescaled by gamma (E11) in kScaleRounds early steps at mu = 0
#include <cmath>
#include <numbers>

#include "core/softmax.hpp"
#include "training/methods/first_model.hpp"
#include "training/methods/first_theta.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"
#include "training/part/probe.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

/// Points recorded along the path, besides the first.
constexpr Index kPathPoints = 12;

/// Of all rates, where training starts from a theta that tells classes apart.
constexpr double kWarmRate = 1.0 / 3;

/// Signals of step `iteration`: batches run through the training set in one random order after
/// another.
template <class T>
std::vector<Index> batch_members(const PartProblem<T>& problem, const TrainOptions& options,
                                 Index iteration) {
  const Index m = problem.train.size();
  std::vector<Index> members;
  Index at = iteration * options.batch_size.value();
  const Index end = at + options.batch_size.value();
  while (at < end) {
    const auto epoch = static_cast<std::uint64_t>(at / m);
    const core::Permutation order({options.seed, kBatchStream, problem.stream, epoch}, m);
    const Index stop = std::min(end, (at / m + 1) * m);
    for (; at < stop; ++at) members.push_back(order.at(at % m));
  }
  return members;
}

double rate_factor(const TrainOptions& options, Index iteration) {
  const double done = static_cast<double>(iteration) / options.iterations.value();
  // Smaller steps where theta is not to be forgotten.
  const double first = options.first_theta == FirstTheta::kLogistic ? kWarmRate : 1;
  return first * 0.5 * (1 + std::cos(std::numbers::pi * std::min(1.0, done)));
}

/// Whether gradients say nothing, because their weights omega [E6] are all small: steps of Adam are
/// as long for them as for large ones, and would only follow noise. Signals that are atoms
/// themselves never say anything about other signals.
template <class T>
bool nothing_to_gain(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, const SupervisedDictionary<T>& model) {
  constexpr double kSmall = 0.1;
  if (options.first_theta != FirstTheta::kLogistic) return false;
  if (options.init == FirstDictionary::kSignals) return true;
  const Probe<T> probe = training_probe(problem, options, kPathProbe);
  const PartCosts costs = part_costs<T>({problem.classes, model}, options.method.value(), probe.X,
                                        options.coding, context);
  double omega = 0;
  double total = 0;
  for (Index j = 0; j < probe.X.cols(); ++j) {
    const double own = std::exp(-core::softmin_loss(costs.costs.col(j), 1, probe.y[j]));
    omega += probe.weights[j] * (1 - own);
    total += probe.weights[j];
  }
  return omega <= kSmall * total;
}

template <class T>
void start_stochastic(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  make_first_model(problem, options, context, state);
  if (options.first_theta == FirstTheta::kLogistic) {
    fit_first_theta(problem, options, context, state);
  }
  state.moments.start(state.model);
}

template <class T>
bool step_stochastic(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state) {
  if (state.iteration == 0 && nothing_to_gain(problem, options, context, state.model)) return false;
  rescale_if_due(problem, options, context, state);

  const std::vector<Index> members = batch_members(problem, options, state.iteration);
  core::Rng shifts{options.seed, kShiftStream, problem.stream, kBatchStream,
                   static_cast<std::uint64_t>(state.iteration)};
  const Batch<T> batch = take_batch<T>(problem, members, shifts, context);
  const double factor = rate_factor(options, state.iteration);
  const StepSettings settings{.method = Method::kSdlD,
                              .mu = mu_at(options, state.iteration),
                              .lambda2 = options.lambda2.value(),
                              .total_weight = problem.total_weight,
                              .mean_weight = problem.mean_weight(),
                              .rate_dictionary = factor * options.rate_dictionary,
                              .rate_theta = factor * options.rate_theta,
                              .beta2 = options.beta2,
                              .t = state.iteration + 1};
  gradient_step(batch, settings, options.coding, context, state.model, state.moments);
  return true;
}

Index stochastic_steps_per_point(const TrainOptions& options) {
  return std::max<Index>(1, options.iterations.value() / kPathPoints);
}

}  // namespace

template <class T>
Trainer<T> stochastic_trainer() {
  return {start_stochastic<T>, step_stochastic<T>, stochastic_steps_per_point,
          /*has_moments=*/true};
}

template Trainer<float> stochastic_trainer<float>();
template Trainer<double> stochastic_trainer<double>();

}  // namespace supdict::training
