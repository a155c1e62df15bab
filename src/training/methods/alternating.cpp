// SPDX-License-Identifier: BSD-3-Clause
// The alternating method of the paper (its algorithm box).
//   round     all codes under every hypothesis at (D, theta); then, codes fixed, projected gradient
//             with line search on D and on theta                          [E5-E10]
//   mu        grows from round to round as in mu_at()
//   stops     when a round at the final mu and lambda0 no longer lowers E (for mu = 0 E never
//             increases: a round that would increase it is undone)
#include <algorithm>

#include "supdict/dictionary.hpp"
#include "training/methods/first_model.hpp"
#include "training/methods/fixed_codes.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/methods/line_search.hpp"
#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"

namespace supdict::training {
namespace {

constexpr int kStepsPerRound = 5;
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

template <class T>
Move<SupervisedDictionary<T>> moved_dictionary(const SupervisedDictionary<T>& model,
                                               const Gradient<T>& gradient, double length) {
  Move<SupervisedDictionary<T>> move{model};
  move.point.D -= static_cast<T>(length) * gradient.D;
  project_atoms(move.point.D, model.atom_rules);
  move.distance2 = static_cast<double>((move.point.D - model.D).squaredNorm());
  return move;
}

template <class T>
Move<SupervisedDictionary<T>> moved_theta(const SupervisedDictionary<T>& model,
                                          const Gradient<T>& gradient, double length) {
  Move<SupervisedDictionary<T>> move{model};
  move.point.W -= static_cast<T>(length) * gradient.W;
  move.point.b -= static_cast<T>(length) * gradient.b;
  move.distance2 = static_cast<double>((move.point.W - model.W).squaredNorm() +
                                       (move.point.b - model.b).squaredNorm());
  return move;
}

/// One projected gradient step on D, then one gradient step on theta.
template <class T>
void descend(const FixedCodes<T>& codes, PartState<T>& state) {
  SupervisedDictionary<T>& model = state.model;
  Gradient<T> gradient;
  const auto value_at = [&](const SupervisedDictionary<T>& at) { return codes.value(at); };
  double value = codes.value(model, gradient);
  gradient.D.leftCols(model.atom_rules.fixed).setZero();
  value = line_search(
      value, state.step_D, model,
      [&](double length) { return moved_dictionary(model, gradient, length); }, value_at);
  codes.value(model, gradient);
  line_search(
      value, state.step_theta, model,
      [&](double length) { return moved_theta(model, gradient, length); }, value_at);
}

/// Whether later rounds have another mu or another lambda0, so that training cannot have converged.
bool may_change(const TrainOptions& options, Index iteration) {
  return mu_at(options, iteration) != mu_at(options, options.iterations.value()) ||
         rescaling_ahead(options, iteration);
}

template <class T>
bool step_alternating(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  rescale_if_due(problem, options, context, state);
  const double mu = mu_at(options, state.iteration);
  const SupervisedDictionary<T> before = state.model;
  const FixedCodes<T> codes(problem, options, mu, before, context);
  // Both values at the mu and the lambda0 of this round: those of the last round may differ.
  const double begun = codes.value(before);
  for (int i = 0; i < kStepsPerRound; ++i) descend(codes, state);
  const double reached =
      FixedCodes<T>(problem, options, mu, state.model, context).value(state.model);

  const bool worse = mu == 0 && reached > begun;
  if (worse) state.model = before;
  const bool converged = worse || std::abs(begun - reached) <= kConverged * std::abs(reached);
  return !converged || may_change(options, state.iteration);
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
