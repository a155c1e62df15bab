// SPDX-License-Identifier: BSD-3-Clause
#include "training/train_parts.hpp"

#include <string>
#include <utility>
#include <vector>

#include "core/thread_pool.hpp"
#include "training/group_runner.hpp"
#include "training/runner.hpp"

namespace supdict::training {
namespace {

template <class T>
std::string part_name(const Classifier<T>& classifier, const std::vector<int>& classes) {
  if (classifier.strategy == Strategy::kMulticlass) return "all classes";
  const auto name = [&](int l) { return l == kRest ? "rest" : classifier.labels.name(l); };
  return classifier.strategy == Strategy::kPairwise ? name(classes[0]) + " vs " + name(classes[1])
                                                    : name(classes[1]) + " vs rest";
}

template <class T>
PartProblem<T> problem_of(const ChosenRun<T>& run, Index i) {
  const RunData<T>& data = run.data;
  auto problem =
      make_part<T>(data.parts[i % run.n_parts()], static_cast<std::uint64_t>(i), data.signals,
                   data.y, data.weights, run.classifier.preprocessing, run.options_of(i));
  problem.cache = run.cache;
  return problem;
}

template <class T>
PartRun<T> run_of(const ChosenRun<T>& run, Index i, const PartProblem<T>& problem) {
  return PartRun<T>(problem, part_name(run.classifier, problem.classes), run.options_of(i),
                    run.hooks, run.checkpoints, run.control, run.context);
}

template <class T>
void keep(const ChosenRun<T>& run, Index i, PartState<T> state) {
  const Index member = i / run.n_parts();
  const Index part = i % run.n_parts();
  run.classifier.members[member].parts[part] = {run.data.parts[part], std::move(state.best)};
  run.summary.members[member][part] = std::move(state.summary);
}

/// The parts of a member step side by side, one member after the other.
void train_on_device(const ChosenRun<float>& run) {
  const Index n_parts = run.n_parts();
  for (Index first = 0; first < run.size(); first += n_parts) {
    std::vector<PartProblem<float>> problems;
    std::vector<PartRun<float>> runs;
    problems.reserve(n_parts);
    for (Index part = 0; part < n_parts; ++part) {
      problems.push_back(problem_of(run, first + part));
      runs.push_back(run_of(run, first + part, problems.back()));
    }
    run.summary.device =
        run_group(runs, problems, run.options_of(first), run.data.machines, run.context);
    run.context.pool().parallel_for(n_parts,
                                    [&](Index part) { keep(run, first + part, runs[part].end()); });
  }
}

}  // namespace

template <class T>
void train_parts(const ChosenRun<T>& run) {
  if constexpr (std::is_same_v<T, float>) {
    if (run.data.machines) return train_on_device(run);
  }
  // Parts and, within a part, blocks of signals and atoms share one pool.
  run.context.pool().parallel_for(run.size(), [&](Index i) {
    const PartProblem<T> problem = problem_of(run, i);
    keep(run, i, run_part<T>(run_of(run, i, problem), problem, run.options_of(i), run.context));
  });
}

template void train_parts<float>(const ChosenRun<float>&);
template void train_parts<double>(const ChosenRun<double>&);

}  // namespace supdict::training
