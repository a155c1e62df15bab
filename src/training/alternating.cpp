// SPDX-License-Identifier: BSD-3-Clause
// The paper's algorithm box.
//   round     all codes under every hypothesis at (D, theta); then, codes fixed, projected gradient
//             with line search on D and on theta                          [E5-E10]
//   mu        grows from round to round as in mu_at()
//   stops     when a round at the final mu no longer lowers E (for mu = 0 E never increases: a
//             round that would is taken back)
#include <algorithm>

#include "supdict/dictionary.hpp"
#include "training/first_model.hpp"
#include "training/fixed_codes.hpp"
#include "training/lambda0_rule.hpp"
#include "training/trainers.hpp"

namespace supdict::training {
namespace {

constexpr int kStepsPerRound = 5;
constexpr int kMostHalvings = 25;
constexpr double kArmijo = 1e-4;
/// A round that lowers E by less than this share has converged.
constexpr double kConverged = 1e-7;

template <class T>
void start_alternating(const PartProblem<T>& problem, const TrainOptions& options,
                       const Context& context, PartState<T>& state) {
  make_first_model(problem, options, context, state);
  const double per_signal = 1 / problem.total_weight;
  state.step_D = per_signal / state.model.lambda0;
  state.step_theta = per_signal;
}

/// Tries steps of falling length until `moved(length)` lowers the objective enough; the length
/// found is doubled for the next time. Returns the objective reached.
template <class T, class Move>
double line_search(const FixedCodes<T>& codes, double value, double& length,
                   SupervisedDictionary<T>& model, const Move& moved) {
  for (int i = 0; i < kMostHalvings; ++i, length *= 0.5) {
    double distance2 = 0;
    const SupervisedDictionary<T> next = moved(length, distance2);
    const double next_value = codes.value(next);
    if (!(next_value <= value - kArmijo / length * distance2) || distance2 == 0) continue;
    model = next;
    length *= 2;
    return next_value;
  }
  return value;
}

/// One projected gradient step on D, then one gradient step on theta.
template <class T>
double descend(const FixedCodes<T>& codes, PartState<T>& state) {
  Gradient<T> gradient;
  double value = codes.value(state.model, gradient);
  value = line_search<T>(codes, value, state.step_D, state.model,
                         [&](double length, double& distance2) {
                           SupervisedDictionary<T> next = state.model;
                           next.D -= static_cast<T>(length) * gradient.D;
                           project_atoms(next.D);
                           distance2 = static_cast<double>((next.D - state.model.D).squaredNorm());
                           return next;
                         });
  codes.value(state.model, gradient);
  return line_search<T>(codes, value, state.step_theta, state.model,
                        [&](double length, double& distance2) {
                          SupervisedDictionary<T> next = state.model;
                          next.W -= static_cast<T>(length) * gradient.W;
                          next.b -= static_cast<T>(length) * gradient.b;
                          distance2 = static_cast<double>((next.W - state.model.W).squaredNorm() +
                                                          (next.b - state.model.b).squaredNorm());
                          return next;
                        });
}

template <class T>
bool step_alternating(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  rescale_if_due(problem, options, context, state);
  const double mu = mu_at(options, state.iteration);
  const bool same_mu = state.iteration > 0 && mu == mu_at(options, state.iteration - 1);
  const bool same_scale = state.iteration > 0 && (options.lambda0 > 0 || same_mu);

  const SupervisedDictionary<T> before = state.model;
  const FixedCodes<T> codes(problem, options, mu, state.model, context);
  for (int i = 0; i < kStepsPerRound; ++i) descend(codes, state);

  const double reached =
      FixedCodes<T>(problem, options, mu, state.model, context).value(state.model);
  const bool comparable = same_mu && same_scale;
  const double decrease = comparable ? state.objective - reached : 1;
  if (comparable && mu == 0 && decrease < 0) {
    state.model = before;
    return false;
  }
  state.objective = reached;
  const bool last_mu = mu_at(options, options.iterations) == mu;
  return !(comparable && last_mu && std::abs(decrease) <= kConverged * std::abs(reached));
}

Index one_round(const TrainOptions&) {
  return 1;
}

}  // namespace

template <class T>
Trainer<T> alternating_trainer() {
  return {start_alternating<T>, step_alternating<T>, one_round};
}

template Trainer<float> alternating_trainer<float>();
template Trainer<double> alternating_trainer<double>();

}  // namespace supdict::training
