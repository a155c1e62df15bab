// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/lambda2_rule.hpp"

#include <algorithm>
#include <array>

#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "training/methods/logistic.hpp"
#include "training/methods/method_table.hpp"

namespace supdict::training {
namespace {

/// In units of the mean weight of a signal. In decreasing order: each fit is warm-started from the
/// one before.
constexpr std::array<double, 6> kGrid = {0.3, 0.1, 0.03, 0.01, 0.003, 0.001};
constexpr int kMostIterations = 100;

using Losses = std::array<double, kGrid.size()>;

/// Weighted sum of C_y over signals with scores g = -costs.
double logistic_loss(const Matrix<double>& costs, std::span<const int> y,
                     std::span<const double> weights) {
  double loss = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    loss += weights[j] * core::softmin_loss(costs.col(j), 1, y[j]);
  }
  return loss;
}

template <class T>
Losses held_out_losses(const PartProblem<T>& problem, double unit, const TrainOptions& options,
                       Choice& choice, const Context& context) {
  Losses losses{};
  PartState<T> state;
  reconstructive_trainer<T>().start(problem, options, context, state);
  Matrix<T> X;
  problem.train.gather_range(0, problem.train.size(), X);
  SparseCodes<T> codes(state.model.n_atoms());
  codes.append(Coder<T>(state.model, options.coding, context).lasso(X).Alpha);
  choice.advance(1);
  Matrix<T> X_validation;
  problem.validation.gather_range(0, problem.validation.size(), X_validation);
  for (std::size_t i = 0; i < kGrid.size() && !choice.ended(); ++i) {
    fit_logistic<T>(state.model, problem.train, problem.y, problem.weights, codes, unit * kGrid[i],
                    kMostIterations, context);
    const PartCosts costs = part_costs<T>({problem.classes, state.model}, Method::kRec,
                                          X_validation, options.coding, context);
    losses[i] = logistic_loss(costs.costs, problem.y_validation, problem.weights_validation);
    choice.advance(1);
  }
  return losses;
}

}  // namespace

template <class T>
std::optional<double> choose_lambda2(const Trial<T>& trial, RunControl& control,
                                     const Context& context) {
  if (trial.parts.empty()) return trial.weight * kUsualLambda2;
  std::vector<Losses> losses(trial.parts.size());
  Choice choice(control, "choosing lambda2", std::ssize(losses) * (1 + std::ssize(kGrid)));
  context.pool().parallel_for(std::ssize(losses), [&](Index i) {
    losses[i] = held_out_losses(trial.parts[i], trial.weight, trial.options, choice, context);
  });
  if (choice.ended()) return {};
  Losses total{};
  for (const Losses& part : losses) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  const auto best = std::min_element(total.begin(), total.end());
  return trial.weight * kGrid[best - total.begin()];
}

template std::optional<double> choose_lambda2<float>(const Trial<float>&, RunControl&,
                                                     const Context&);
template std::optional<double> choose_lambda2<double>(const Trial<double>&, RunControl&,
                                                      const Context&);

}  // namespace supdict::training
