// SPDX-License-Identifier: BSD-3-Clause
// The points of a part's training path: what they record, and which one is kept.
#include "training/methods/path.hpp"

#include <cmath>

#include "core/softmax.hpp"
#include "training/part/probe.hpp"

namespace supdict::training {
namespace {

/// Weighted mean of mu C_y(-S) + (1 - mu) S_y; for REC (costs -g) the logistic loss.
double mean_cost(const Matrix<double>& costs, std::span<const int> y,
                 std::span<const double> weights, double mu) {
  double sum = 0;
  double total = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    const int label = y[j];
    const double cost =
        mu * core::softmin_loss(costs.col(j), 1, label) + (1 - mu) * costs(label, j);
    sum += weights[j] * cost;
    total += weights[j];
  }
  return total > 0 ? sum / total : 0;
}

/// Without validation signals the newest point is kept; with them the best one, and among equals
/// the newest.
bool is_kept(const PartSummary& summary) {
  const PathPoint& newest = summary.path.back();
  if (std::isnan(newest.validation_error)) return true;
  return summary.path.size() == 1 ||
         newest.validation_error <= summary.path[summary.chosen].validation_error;
}

}  // namespace

double mu_at(const TrainOptions& options, Index iteration) {
  if (options.method != Method::kSdlD) return 0;
  // A theta that tells classes apart would be forgotten where mu begins at 0.
  const bool ramps = options.first_theta != FirstTheta::kLogistic;
  const double ramp = ramps ? options.mu_ramp * options.iterations.value() : 0;
  const double done = static_cast<double>(iteration);
  return options.mu.value() * (done < ramp ? done / ramp : 1);
}

template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, PartState<T>& state) {
  const Part<T> part{problem.classes, state.model};
  const Probe<T> probe = training_probe(problem, options, kPathProbe);
  const PartCosts costs =
      part_costs<T>(part, options.method.value(), probe.X, options.coding, context);
  add_path_point<T>(problem, options, context, seconds, {costs, probe.y, probe.weights}, state);
}

template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, const ProbeCosts& probe,
                    PartState<T>& state) {
  const PartCosts& costs = probe.costs;
  PathPoint point;
  point.iteration = state.iteration;
  point.mu = mu_at(options, state.iteration);
  point.lambda0 = state.model.lambda0;
  point.train_error = error_rate(costs, probe.y);
  point.objective =
      mean_cost(costs.costs, probe.y, probe.weights,
                options.method == Method::kRec ? 1 : point.mu) +
      options.lambda2.value() / problem.total_weight *
          static_cast<double>(state.model.W.squaredNorm() + state.model.b.squaredNorm());
  point.mean_nonzeros = costs.summary.mean_nonzeros;
  point.n_left_out = state.summary.n_left_out;
  point.seconds = seconds;
  if (problem.validation.size() > 0) {
    point.validation_error =
        validation_error(problem, options.method.value(), state.model, options.coding, context);
  }
  state.summary.path.push_back(point);
  if (!is_kept(state.summary)) return;
  state.summary.chosen = state.summary.path.size() - 1;
  state.best = state.model;
}

#define SUPDICT_INSTANTIATE(T)                                                                \
  template void add_path_point<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                  double, PartState<T>&);                                     \
  template void add_path_point<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                  double, const ProbeCosts&, PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
