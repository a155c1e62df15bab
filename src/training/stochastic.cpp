// SPDX-License-Identifier: BSD-3-Clause
// Stochastic training: exact gradients of mini-batches, Adam, projection.
//   minimise  E(D, theta) / sum of weights, with mu growing from 0 along the way        [E5-E10]
//   step      batch -> codes under every hypothesis -> gradients -> Adam on D and theta
//             (cosine decay of both rates) -> columns of D back into the unit ball
//   lambda0   given, or rescaled by gamma (E11) in kScaleRounds early steps at mu = 0
#include <cmath>
#include <numbers>

#include "supdict/dictionary.hpp"
#include "supdict/objective.hpp"
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
  state.adam_D.start(state.model.D.rows(), state.model.D.cols());
  state.adam_W.start(state.model.W.rows(), state.model.W.cols());
  state.adam_b.start(state.model.b.size(), 1);
}

template <class T>
bool step_stochastic(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state) {
  rescale_if_due(problem, options, context, state);

  const std::vector<Index> members = batch_members(problem, options, state.iteration);
  core::Rng shifts{options.seed, kShiftStream, problem.stream, kBatchStream,
                   static_cast<std::uint64_t>(state.iteration)};
  Matrix<T> X;
  problem.train.gather_augmented(members, shifts, X);
  std::vector<int> y;
  std::vector<double> weights;
  y.reserve(members.size());
  weights.reserve(members.size());
  for (const Index j : members) {
    y.push_back(problem.y[static_cast<std::size_t>(j)]);
    weights.push_back(problem.weights[static_cast<std::size_t>(j)]);
  }

  const Codes<T> codes = Coder<T>(state.model, options.coding, context).encode(X);
  const double mu = mu_at(options, state.iteration);
  Gradient<T> gradient = objective<T>(state.model, X, y, codes, {mu, 0}, weights, context).gradient;
  const T per_signal = static_cast<T>(1 / static_cast<double>(members.size()));
  const T pull = static_cast<T>(2 * options.lambda2 / problem.total_weight);
  const Matrix<T> grad_W = per_signal * gradient.W + pull * state.model.W;
  const Matrix<T> grad_b = per_signal * gradient.b + pull * state.model.b;
  gradient.D *= per_signal;

  const double factor = rate_factor(options, state.iteration);
  const Index t = state.iteration + 1;
  state.adam_D.step(state.model.D, gradient.D, factor * options.rate_dictionary, options.beta2, t);
  state.adam_W.step(state.model.W, grad_W, factor * options.rate_theta, options.beta2, t);
  state.adam_b.step(state.model.b, grad_b, factor * options.rate_theta, options.beta2, t);
  project_atoms(state.model.D);
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
