// SPDX-License-Identifier: BSD-3-Clause
#include "training/group_runner.hpp"

#include <algorithm>

#include "core/thread_pool.hpp"
#include "training/methods/first_models.hpp"
#include "training/methods/path.hpp"

namespace supdict::training {
namespace {

/// Steps until one of the runs has a point of its path or a checkpoint due, and lets it do that.
void advance(std::span<PartRun<float>> runs, PartGroup& group, std::span<const Index> members,
             const Context& context) {
  const auto run_of = [&](Index i) -> PartRun<float>& { return runs[members[i]]; };
  std::vector<Index> stops(members.size());
  std::vector<bool> went(members.size());
  for (Index i = 0; i < group.size(); ++i) {
    went[i] = run_of(i).has_steps_left();
    stops[i] = went[i] ? run_of(i).next_look() : group.state(i).iteration;
  }
  group.advance(stops);
  using Due = PartRun<float>::Due;
  std::vector<Due> dues(members.size());
  bool with_model = false;
  std::vector<Index> points;
  for (Index i = 0; i < group.size(); ++i) {
    const std::size_t at = i;
    if (went[at]) dues[at] = run_of(i).due();
    with_model = with_model || dues[at].with_model();
    if (dues[at].point) points.push_back(i);
  }
  if (with_model) group.fetch();
  std::vector<std::optional<PartGroup::Probed>> probed(members.size());
  if (!points.empty()) probed = group.probe_path(points);
  const auto unknown = [&](Index i) { return !probed[i]; };
  if (std::ranges::any_of(points, unknown)) group.fetch();
  context.pool().parallel_for(group.size(), [&](Index i) {
    const std::size_t at = i;
    if (!went[at]) return;
    if (!probed[at]) return run_of(i).look(dues[at]);
    const ProbeCosts costs{probed[at]->costs, probed[at]->y, probed[at]->weights};
    run_of(i).look(dues[at], true, &costs);
  });
}

/// Wakes the device up while the runs load their checkpoints. Runs without one get `fresh`.
std::unique_ptr<cuda::Machine> woken(std::span<PartRun<float>> runs, const Machines& machines,
                                     std::vector<char>& fresh, const Context& context) {
  std::unique_ptr<cuda::Machine> machine;
  context.pool().parallel_for(1 + std::ssize(runs), [&](Index i) {
    if (i == 0) {
      machine = machines();
    } else {
      fresh[i - 1] = runs[i - 1].load() ? 1 : 0;
    }
  });
  return machine;
}

/// The first models of the fresh runs.
void start_fresh(std::span<PartRun<float>> runs, std::span<const PartProblem<float>> problems,
                 const std::vector<char>& fresh, cuda::Machine& machine,
                 const TrainOptions& options, double mu, const Context& context) {
  std::vector<GroupMember> starting;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (fresh[i] != 0) starting.push_back({&problems[i], &runs[i].state(), mu});
  }
  start_on_device(machine, starting, options, context);
  context.pool().parallel_for(std::ssize(runs), [&](Index i) {
    if (fresh[i] != 0) runs[i].started();
  });
}

}  // namespace

std::string run_group(std::span<PartRun<float>> runs, std::span<const PartProblem<float>> problems,
                      const TrainOptions& options, const Machines& machines,
                      const Context& context) {
  std::vector<char> fresh(runs.size());
  std::unique_ptr<cuda::Machine> machine = woken(runs, machines, fresh, context);
  const double mu = mu_at(options, options.iterations.value());
  start_fresh(runs, problems, fresh, *machine, options, mu, context);
  std::string name = machine->name();
  std::vector<GroupMember> members;
  std::vector<Index> indices;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].has_steps_left()) continue;
    members.push_back({&problems[i], &runs[i].state(), mu});
    indices.push_back(static_cast<Index>(i));
  }
  if (members.empty()) return name;
  PartGroup group(std::move(machine), options, std::move(members), context);
  const auto has_steps_left = [&](Index i) { return runs[i].has_steps_left(); };
  while (std::ranges::any_of(indices, has_steps_left)) {
    context.throw_if_stopped();
    advance(runs, group, indices, context);
  }
  group.fetch();
  return name;
}

}  // namespace supdict::training
