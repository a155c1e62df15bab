// SPDX-License-Identifier: BSD-3-Clause
// Stochastic training: exact gradients of mini-batches, Adam, projection.
//   minimise  E(D, theta) / sum of weights, with mu growing from 0 along the way        [E5-E10]
//   step      batch -> codes under every hypothesis -> gradients -> Adam on D and theta
//             (cosine decay of both rates) -> columns of D back into the unit ball
//   lambda0   given, or rescaled by gamma (E11) in kScaleRounds early steps at mu = 0
#include <cmath>
#include <numbers>

#include "training/first_model.hpp"
#include "training/lambda0_rule.hpp"
#include "training/streams.hpp"
#include "training/trainers.hpp"

namespace supdict::training {
namespace {

/// Points of the path that are looked at, besides the first.
constexpr Index kPathPoints = 12;

/// Signals of step `iteration`: batches run through one shuffled order after the other.
template <class T>
std::vector<Index> batch_members(const PartProblem<T>& problem, const TrainOptions& options,
                                 Index iteration) {
  const Index m = problem.train.size();
  std::vector<Index> members;
  Index at = iteration * options.batch_size;
  const Index end = at + options.batch_size;
  while (at < end) {
    const auto epoch = static_cast<std::uint64_t>(at / m);
    const core::Permutation order({options.seed, kBatchStream, problem.stream, epoch}, m);
    const Index stop = std::min(end, (at / m + 1) * m);
    for (; at < stop; ++at) members.push_back(order.at(at % m));
  }
  return members;
}

double rate_factor(const TrainOptions& options, Index iteration) {
  const double done = static_cast<double>(iteration) / static_cast<double>(options.iterations);
  return 0.5 * (1 + std::cos(std::numbers::pi * std::min(1.0, done)));
}

template <class T>
void start_stochastic(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  make_first_model(problem, options, context, state);
  state.moments.start(state.model);
}

template <class T>
bool step_stochastic(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state) {
  rescale_if_due(problem, options, context, state);

  const std::vector<Index> members = batch_members(problem, options, state.iteration);
  core::Rng shifts{options.seed, kShiftStream, problem.stream, kBatchStream,
                   static_cast<std::uint64_t>(state.iteration)};
  const Batch<T> batch = take_batch<T>(problem, members, shifts);
  const double factor = rate_factor(options, state.iteration);
  const StepSettings settings{.method = Method::kSdlD,
                              .mu = mu_at(options, state.iteration),
                              .lambda2 = options.lambda2,
                              .total_weight = problem.total_weight,
                              .rate_dictionary = factor * options.rate_dictionary,
                              .rate_theta = factor * options.rate_theta,
                              .beta2 = options.beta2,
                              .t = state.iteration + 1};
  gradient_step(batch, settings, options.coding, context, state.model, state.moments);
  return true;
}

Index stochastic_steps_per_point(const TrainOptions& options) {
  return std::max<Index>(1, options.iterations / kPathPoints);
}

}  // namespace

template <class T>
Trainer<T> stochastic_trainer() {
  return {start_stochastic<T>, step_stochastic<T>, stochastic_steps_per_point};
}

template Trainer<float> stochastic_trainer<float>();
template Trainer<double> stochastic_trainer<double>();

}  // namespace supdict::training
