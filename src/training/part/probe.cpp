// SPDX-License-Identifier: BSD-3-Clause
#include "training/part/probe.hpp"

#include <algorithm>

#include "core/sequence.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {

double error_rate(const PartCosts& costs, std::span<const int> y) {
  Index wrong = 0;
  for (Index j = 0; j < costs.costs.cols(); ++j) {
    Index best = 0;
    costs.costs.col(j).minCoeff(&best);
    wrong += best != y[j];
  }
  return static_cast<double>(wrong) / static_cast<double>(std::max<Index>(1, costs.costs.cols()));
}

template <class T>
std::vector<Index> probe_members(const PartProblem<T>& problem, const TrainOptions& options,
                                 Index limit) {
  auto order = core::numbers_below(problem.train.size());
  if (problem.train.size() > limit) {
    core::Rng{options.seed, kProbeStream, problem.stream}.shuffle(order);
  }
  order.resize(std::min(problem.train.size(), limit));
  return order;
}

template <class T>
Probe<T> training_probe(const PartProblem<T>& problem, const TrainOptions& options, Index limit) {
  const std::vector<Index> members = probe_members(problem, options, limit);
  Probe<T> probe;
  problem.train.gather(members, probe.X);
  probe.y = core::pick(problem.y, members);
  probe.weights = core::pick(problem.weights, members);
  return probe;
}

template <class T>
double validation_error(const PartProblem<T>& problem, Method method,
                        const SupervisedDictionary<T>& model, const CodingOptions& coding,
                        const Context& context) {
  // In chunks, so that memory is bounded.
  constexpr Index kChunk = 2048;
  const Part<T> part{problem.classes, model};
  const Index m = problem.validation.size();
  double wrong = 0;
  Matrix<T> X;
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    problem.validation.gather_range(first, count, X);
    const auto y = std::span(problem.y_validation).subspan(first, count);
    wrong +=
        error_rate(part_costs<T>(part, method, X, coding, context), y) * static_cast<double>(count);
  }
  return wrong / static_cast<double>(m);
}

#define SUPDICT_INSTANTIATE(T)                                                                     \
  template std::vector<Index> probe_members<T>(const PartProblem<T>&, const TrainOptions&, Index); \
  template Probe<T> training_probe<T>(const PartProblem<T>&, const TrainOptions&, Index);          \
  template double validation_error<T>(const PartProblem<T>&, Method,                               \
                                      const SupervisedDictionary<T>&, const CodingOptions&,        \
                                      const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
