// SPDX-License-Identifier: BSD-3-Clause
#include "training/lambda2_rule.hpp"

#include <algorithm>
#include <array>

#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "training/defaults.hpp"
#include "training/logistic.hpp"
#include "training/trainers.hpp"

namespace supdict::training {
namespace {

/// From large to small: each fit starts from the one before.
constexpr std::array<double, 6> kGrid = {0.3, 0.1, 0.03, 0.01, 0.003, 0.001};
/// Where nothing can be held out.
constexpr double kFallback = 0.02;

constexpr Index kMostParts = 8;
constexpr Index kMostPerClass = 300;
constexpr double kHeldOut = 0.25;
constexpr int kMostIterations = 100;

using Losses = std::array<double, kGrid.size()>;

/// The first kMostPerClass signals of each class: columns of all signals.
std::vector<Index> sample(std::span<const int> y, int n_classes) {
  std::vector<Index> taken(static_cast<std::size_t>(n_classes), 0);
  std::vector<Index> columns;
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (++taken[static_cast<std::size_t>(y[j])] <= kMostPerClass) {
      columns.push_back(static_cast<Index>(j));
    }
  }
  return columns;
}

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
  if (problem.train.size() < 2 || problem.validation.size() < 1) return losses;
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
double choose_lambda2(const std::vector<std::vector<int>>& parts, ConstMatrixRef<T> signals,
                      std::span<const int> y, const Preprocessing& preprocessing,
                      const TrainOptions& options, const Context& context) {
  const int n_classes = *std::max_element(y.begin(), y.end()) + 1;
  const std::vector<Index> columns = sample(y, n_classes);
  const Matrix<T> X = signals(Eigen::all, columns);
  std::vector<int> y_sample;
  y_sample.reserve(columns.size());
  for (const Index j : columns) y_sample.push_back(y[static_cast<std::size_t>(j)]);

  TrainOptions small = options;
  small.validation = kHeldOut;
  small.augment_shift = 0;
  small.dictionary_epochs = 0;
  small = resolve(small, {X.rows(), X.cols(), n_classes});

  const Index count = std::min(kMostParts, std::ssize(parts));
  std::vector<Losses> losses(static_cast<std::size_t>(count));
  context.pool().parallel_for(count, [&](Index i) {
    const Index part = i * std::ssize(parts) / count;
    const auto problem =
        make_part<T>(parts[static_cast<std::size_t>(part)], static_cast<std::uint64_t>(part), X,
                     y_sample, {}, preprocessing, small);
    losses[static_cast<std::size_t>(i)] = held_out_losses(problem, small, context);
  });

  Losses total{};
  for (const Losses& part : losses) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  const auto best = std::min_element(total.begin(), total.end());
  return *best > 0 ? kGrid[static_cast<std::size_t>(best - total.begin())] : kFallback;
}

#define SUPDICT_INSTANTIATE(T)                                                               \
  template double choose_lambda2<T>(const std::vector<std::vector<int>>&, ConstMatrixRef<T>, \
                                    std::span<const int>, const Preprocessing&,              \
                                    const TrainOptions&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
