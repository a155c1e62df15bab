// SPDX-License-Identifier: BSD-3-Clause
#include "training/lambda2_rule.hpp"

#include <algorithm>
#include <array>

#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "training/logistic.hpp"
#include "training/trainers.hpp"

namespace supdict::training {
namespace {

/// From large to small: each fit starts from the one before.
constexpr std::array<double, 6> kGrid = {0.3, 0.1, 0.03, 0.01, 0.003, 0.001};
constexpr int kMostIterations = 100;

using Losses = std::array<double, kGrid.size()>;

/// Sum of C_y over signals with scores g = -costs.
double logistic_loss(const Matrix<double>& costs, std::span<const int> y) {
  double loss = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    loss += core::softmin_loss(costs.col(j), 1, y[static_cast<std::size_t>(j)]);
  }
  return loss;
}

template <class T>
Losses held_out_losses(const PartProblem<T>& problem, const TrainOptions& options,
                       const Context& context) {
  Losses losses{};
  PartState<T> state;
  reconstructive_trainer<T>().start(problem, options, context, state);
  Matrix<T> X;
  problem.train.gather_range(0, problem.train.size(), X);
  SparseCodes<T> codes(state.model.n_atoms());
  codes.append(Coder<T>(state.model, options.coding, context).lasso(X).Alpha);
  Matrix<T> X_validation;
  problem.validation.gather_range(0, problem.validation.size(), X_validation);
  for (std::size_t i = 0; i < kGrid.size(); ++i) {
    fit_logistic<T>(state.model, problem.train, problem.y, problem.weights, codes, kGrid[i],
                    kMostIterations, context);
    const PartCosts costs = part_costs<T>({problem.classes, state.model}, Method::kRec,
                                          X_validation, options.coding, context);
    losses[i] = logistic_loss(costs.costs, problem.y_validation);
  }
  return losses;
}

}  // namespace

template <class T>
double choose_lambda2(const Trial<T>& trial, const Context& context) {
  if (trial.parts.empty()) return kUsualLambda2;
  std::vector<Losses> losses(trial.parts.size());
  context.pool().parallel_for(std::ssize(losses), [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    losses[at] = held_out_losses(trial.parts[at], trial.options, context);
  });
  Losses total{};
  for (const Losses& part : losses) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  const auto best = std::min_element(total.begin(), total.end());
  return kGrid[static_cast<std::size_t>(best - total.begin())];
}

template double choose_lambda2<float>(const Trial<float>&, const Context&);
template double choose_lambda2<double>(const Trial<double>&, const Context&);

}  // namespace supdict::training
