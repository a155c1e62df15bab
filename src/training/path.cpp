// SPDX-License-Identifier: BSD-3-Clause
// Points of the path of a part: what they say, and which one is kept.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/softmax.hpp"
#include "training/probe.hpp"
#include "training/state.hpp"
#include "training/streams.hpp"

namespace supdict::training {
namespace {

constexpr Index kPathProbe = 500;

template <class T>
double error_rate(const PartCosts& costs, std::span<const int> y) {
  Index wrong = 0;
  for (Index j = 0; j < costs.costs.cols(); ++j) {
    Index best = 0;
    costs.costs.col(j).minCoeff(&best);
    wrong += best != y[static_cast<std::size_t>(j)];
  }
  return static_cast<double>(wrong) / static_cast<double>(std::max<Index>(1, costs.costs.cols()));
}

/// Mean of mu C_y(-S) + (1 - mu) S_y; for REC (costs -g) the logistic loss.
double mean_cost(const Matrix<double>& costs, std::span<const int> y, double mu) {
  double sum = 0;
  for (Index j = 0; j < costs.cols(); ++j) {
    const int label = y[static_cast<std::size_t>(j)];
    sum += mu * core::softmin_loss(costs.col(j), 1, label) + (1 - mu) * costs(label, j);
  }
  return sum / static_cast<double>(std::max<Index>(1, costs.cols()));
}

/// Without a validation part the newest point is kept; with one the best, and of equals the newest:
/// it has seen more of the path.
bool is_kept(const PartSummary& summary) {
  const PathPoint& newest = summary.path.back();
  if (std::isnan(newest.validation_error)) return true;
  return summary.path.size() == 1 ||
         newest.validation_error <= summary.path[summary.chosen].validation_error;
}

}  // namespace

template <class T>
Probe<T> training_probe(const PartProblem<T>& problem, const TrainOptions& options, Index limit) {
  std::vector<Index> members(static_cast<std::size_t>(problem.train.size()));
  std::iota(members.begin(), members.end(), Index{0});
  if (problem.train.size() > limit) {
    core::Rng{options.seed, kProbeStream, problem.stream}.shuffle(members);
    members.resize(static_cast<std::size_t>(limit));
  }
  Probe<T> probe;
  problem.train.gather(members, probe.X);
  probe.y.reserve(members.size());
  for (const Index j : members) probe.y.push_back(problem.y[static_cast<std::size_t>(j)]);
  return probe;
}

template <class T>
double validation_error(const PartProblem<T>& problem, Method method,
                        const SupervisedDictionary<T>& model, const CodingOptions& coding,
                        const Context& context) {
  // In pieces, so that memory stays bounded.
  constexpr Index kChunk = 2048;
  const Part<T> part{problem.classes, model};
  const Index m = problem.validation.size();
  double wrong = 0;
  Matrix<T> X;
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    problem.validation.gather_range(first, count, X);
    const auto y = std::span(problem.y_validation)
                       .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    wrong += error_rate<T>(part_costs<T>(part, method, X, coding, context), y) *
             static_cast<double>(count);
  }
  return wrong / static_cast<double>(m);
}

double mu_at(const TrainOptions& options, Index iteration) {
  if (options.method != "sdl-d") return 0;
  const double ramp = options.mu_ramp * static_cast<double>(options.iterations);
  const double done = static_cast<double>(iteration);
  return options.mu * (done < ramp ? done / ramp : 1);
}

template <class T>
void add_path_point(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, double seconds, PartState<T>& state) {
  const Method method = method_from_string(options.method);
  const Part<T> part{problem.classes, state.model};
  const Probe<T> probe = training_probe(problem, options, kPathProbe);
  const PartCosts costs = part_costs<T>(part, method, probe.X, options.coding, context);

  PathPoint point;
  point.iteration = state.iteration;
  point.mu = mu_at(options, state.iteration);
  point.lambda0 = state.model.lambda0;
  point.train_error = error_rate<T>(costs, probe.y);
  point.objective =
      mean_cost(costs.costs, probe.y, method == Method::kRec ? 1 : point.mu) +
      options.lambda2 / problem.total_weight *
          static_cast<double>(state.model.W.squaredNorm() + state.model.b.squaredNorm());
  point.mean_nonzeros = costs.summary.mean_nonzeros;
  point.seconds = seconds;
  if (problem.validation.size() > 0) {
    point.validation_error =
        validation_error(problem, method, state.model, options.coding, context);
  }
  state.summary.path.push_back(point);
  if (!is_kept(state.summary)) return;
  state.summary.chosen = state.summary.path.size() - 1;
  state.best = state.model;
}

#define SUPDICT_INSTANTIATE(T)                                                                \
  template Probe<T> training_probe<T>(const PartProblem<T>&, const TrainOptions&, Index);     \
  template double validation_error<T>(const PartProblem<T>&, Method,                          \
                                      const SupervisedDictionary<T>&, const CodingOptions&,   \
                                      const Context&);                                        \
  template void add_path_point<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                  double, PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
