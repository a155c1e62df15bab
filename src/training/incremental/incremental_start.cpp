// SPDX-License-Identifier: BSD-3-Clause
#include "training/incremental/incremental_start.hpp"

#include <algorithm>

#include "core/thread_pool.hpp"
#include "supdict/error.hpp"
#include "training/methods/first_model.hpp"

namespace supdict::training {
namespace {

template <class T>
PartProblem<T> problem_of(const FirstSample<T>& sample, const std::vector<int>& classes,
                          const std::vector<int>& y, std::uint64_t stream) {
  return make_part<T>(classes, stream, sample.signals, y, {}, sample.preprocessing, sample.options);
}

template <class T>
SupervisedDictionary<T> first_model(const FirstSample<T>& sample, const PartProblem<T>& problem) {
  PartState<T> state;
  make_first_model(problem, sample.options, sample.context, state);
  if (sample.method == Method::kRec) {
    state.model.lambda0 = 1;
    state.model.lambda1 = sample.options.kappa.value();
  }
  return std::move(state.model);
}

/// From all signals, as if they belonged to a part that has no class but "rest".
template <class T>
SupervisedDictionary<T> common_model(const FirstSample<T>& sample, std::size_t n_classes) {
  const std::vector<int> everything(n_classes, kRest);
  const std::vector<int> any(sample.signals.cols(), 0);
  return first_model(sample, problem_of(sample, everything, any, sample.first));
}

}  // namespace

void check_incremental(const TrainOptions& options) {
  options::validate(options);
  if (options.trainer == TrainerKind::kAlternating && options.method != Method::kRec) {
    throw Error(ErrorCode::kInvalidOption,
                "trainer is 'alternating', which needs all signals at once; expected 'stochastic' "
                "for incremental training");
  }
}

void check_incremental(const ClassLabels& classes) {
  std::vector<std::string> names = classes.names();
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    throw Error(ErrorCode::kInvalidValue, "the class '" + *twice + "' is named twice");
  }
  ClassLabels::from(names);  // at least two
}

template <class T>
void start_parts(const FirstSample<T>& sample, std::span<Part<T>> parts) {
  std::vector<char> shares(parts.size(), 1);
  sample.context.pool().parallel_for(std::ssize(parts), [&](Index i) {
    if (sample.y.empty()) return;
    const auto problem = problem_of(sample, parts[i].classes, sample.y,
                                    sample.first + static_cast<std::uint64_t>(i));
    if (problem.train.size() < sample.options.atoms.value()) return;
    parts[i].model = first_model(sample, problem);
    shares[i] = 0;
  });
  if (std::find(shares.begin(), shares.end(), 1) == shares.end()) return;
  const auto common = common_model(sample, parts.front().classes.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (shares[i] != 0) parts[i].model = common;
  }
}

template void start_parts<float>(const FirstSample<float>&, std::span<Part<float>>);
template void start_parts<double>(const FirstSample<double>&, std::span<Part<double>>);

}  // namespace supdict::training
