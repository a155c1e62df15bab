// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/part_group.hpp"

#include <algorithm>

#include "backend/cuda/training/device_machine.hpp"
#include "core/sequence.hpp"
#include "core/thread_pool.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/methods/path.hpp"
#include "training/part/probe.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

cuda::Run run_of(const TrainOptions& options, const PartProblem<float>& problem) {
  cuda::Run run;
  run.seed = options.seed;
  run.batch_stream = kBatchStream;
  run.shift_stream = kShiftStream;
  run.iterations = options.iterations.value();
  run.mu_ramp = options.mu_ramp * static_cast<double>(options.iterations.value());
  run.rate_dictionary = options.rate_dictionary;
  run.rate_theta = options.rate_theta;
  run.beta2 = options.beta2;
  run.max_shift = problem.train.max_shift();
  run.height = problem.train.height();
  run.width = problem.train.width();
  run.unit_norm = problem.train.unit_norm();
  run.tolerance = static_cast<float>(options.coding.tolerance);
  run.most_steps = options.coding.max_iterations;
  return run;
}

std::vector<cuda::PartSource> sources_of(const TrainOptions& options,
                                         std::span<const GroupMember> members) {
  std::vector<cuda::PartSource> sources;
  for (const GroupMember& member : members) {
    const PartProblem<float>& problem = *member.problem;
    sources.push_back({.stream = problem.stream,
                       .columns = problem.train.columns(),
                       .y = problem.y,
                       .weights = problem.weights,
                       .mean_weight = problem.mean_weight(),
                       .pull = 2 * options.lambda2.value() / problem.total_weight,
                       .mu = member.mu});
  }
  return sources;
}

cuda::PartTensors tensors_of(PartState<float>& state) {
  auto& [D, W, b] = state.moments;
  const auto two = [](auto& values) { return std::span<float>(values.data(), 2); };
  return {.D = {&state.model.D, &D.m, &D.v},
          .W = {&state.model.W, &W.m, &W.v},
          .b = {two(state.model.b), two(b.m), two(b.v)}};
}

}  // namespace

Machines machines_of(const Context& context) {
  if (context.cuda_device() < 0) return {};
  return [device = context.cuda_device()] { return cuda::make_device_machine(device); };
}

std::string why_not_on_device(const TrainOptions& options, Index n_classes, bool in_double) {
  if (options.method == Method::kRec) return "the method rec is trained on the CPU";
  if (options.trainer != TrainerKind::kStochastic) return "alternating training runs on the CPU";
  if (options.first_theta == FirstTheta::kLogistic) {
    return "a theta that starts from a logistic regression is trained on the CPU";
  }
  if (n_classes != 2) return "more than two classes in one model are trained on the CPU";
  if (!options.augment.empty()) return "augment is drawn on the CPU; augment_shift on a GPU, too";
  if (in_double) return "double is trained on the CPU";
  if (options.penalty != PenaltyOptions()) {
    return "penalties other than l1, and atoms that are more than in the unit ball, are trained on "
           "the CPU";
  }
  if (options.coding.solver != "path") return "on a GPU the solver is 'path'";
  if (options.atoms.value() > cuda::kMostTrainedAtoms) {
    return "more than " + std::to_string(cuda::kMostTrainedAtoms) + " atoms are trained on the CPU";
  }
  return "";
}

PartGroup::PartGroup(std::unique_ptr<cuda::Machine> machine, const TrainOptions& options,
                     std::vector<GroupMember> members, const Context& context)
    : options_(options),
      members_(std::move(members)),
      context_(context),
      steps_(std::move(machine), run_of(options, *members_.front().problem),
             options.decision.value(), options.atoms.value(), options.batch_size.value(),
             members_.front().problem->train.matrix(), sources_of(options, members_)) {
  context_.pool().parallel_for(size(), [&](Index i) {
    PartState<float>& state = *member(i).state;
    steps_.put(static_cast<int>(i), state.iteration, tensors_of(state));
    set_scale(i);
  });
  for (const GroupMember& one : members_) left_out_before_.push_back(one.state->summary.n_left_out);
  steps_.send();
}

void PartGroup::advance(std::span<const Index> stops) {
  std::vector<std::int64_t> next(members_.size());
  const auto behind = [&](Index i) { return state(i).iteration < stops[i]; };
  while (true) {
    bool any = false;
    for (Index i = 0; i < size(); ++i) any = any || behind(i);
    if (!any) return;
    std::vector<Index> due;
    for (Index i = 0; i < size(); ++i) {
      if (behind(i) && next_round(options_, state(i).iteration) == state(i).iteration)
        due.push_back(i);
    }
    rescale(due);
    for (Index i = 0; i < size(); ++i) {
      next[i] = behind(i) ? next_stop(i, stops[i]) : state(i).iteration;
    }
    steps_.advance(next);
    fresh_ = false;
    for (Index i = 0; i < size(); ++i) {
      member(i).state->iteration = next[i];
    }
  }
}

void PartGroup::fetch() {
  if (fresh_) return;
  steps_.fetch();
  context_.pool().parallel_for(size(), [&](Index i) {
    PartState<float>& state = *member(i).state;
    if (state.finished) return;  // its moments are gone, and it will not be stepped again
    steps_.get(static_cast<int>(i), tensors_of(state));
    count_left_out(i);
  });
  fresh_ = true;
}

void PartGroup::count_left_out(Index i) {
  member(i).state->summary.n_left_out =
      left_out_before_[i] + steps_.unfinished(static_cast<int>(i));
}

Index PartGroup::next_stop(Index i, Index wanted) const {
  return std::min(wanted, next_round(options_, state(i).iteration + 1));
}

std::vector<std::vector<Index>> PartGroup::probes(std::span<const Index> wanted,
                                                  Index limit) const {
  std::vector<std::vector<Index>> members(members_.size());
  context_.pool().parallel_for(std::ssize(wanted), [&](Index i) {
    const Index at = wanted[i];
    members[at] = probe_members(*member(at).problem, options_, limit);
  });
  return members;
}

/// A round begins with the state that the steps before it have left.
void PartGroup::rescale(std::span<const Index> due) {
  if (due.empty()) return;
  const std::vector<std::vector<Index>> members = probes(due, kScaleProbe);
  const std::vector<cuda::Looked> looked = steps_.look(members);
  const auto complete = [&](Index at) { return looked[at].complete; };
  if (!std::ranges::all_of(due, complete)) fetch();
  context_.pool().parallel_for(std::ssize(due), [&](Index i) {
    const Index at = due[i];
    const PartProblem<float>& problem = *member(at).problem;
    PartState<float>& state = *member(at).state;
    const cuda::Looked& found = looked[at];
    if (found.complete) {
      const auto& chosen = members[at];
      state.summary.gammas.push_back(training::rescale<float>(
          options_, found.costs, core::pick(problem.y, chosen), core::pick(problem.weights, chosen),
          found.energy, 1, state.model));
    } else {
      rescale_if_due(problem, options_, context_, state);
    }
    set_scale(at);
  });
}

std::vector<std::optional<PartGroup::Probed>> PartGroup::probe_path(std::span<const Index> wanted) {
  const std::vector<std::vector<Index>> members = probes(wanted, kPathProbe);
  std::vector<cuda::Looked> looked = steps_.look(members);
  steps_.count_unfinished();
  std::vector<std::optional<Probed>> found(members_.size());
  context_.pool().parallel_for(std::ssize(wanted), [&](Index i) {
    const Index part = wanted[i];
    const std::size_t at = part;
    PartState<float>& state = *member(part).state;
    if (!looked[at].complete) return;
    count_left_out(part);
    if (!fresh_) {
      steps_.fetch_theta(static_cast<int>(part), state.model.W,
                         std::span<float>(state.model.b.data(), 2));
    }
    Probed& probed = found[at].emplace();
    const auto codes = static_cast<double>(std::max<Index>(1, looked[at].costs.size()));
    probed.costs.costs = std::move(looked[at].costs);
    probed.costs.summary.mean_nonzeros = looked[at].nonzeros / codes;
    probed.y = core::pick(member(part).problem->y, members[at]);
    probed.weights = core::pick(member(part).problem->weights, members[at]);
  });
  return found;
}

void PartGroup::set_scale(Index i) {
  const SupervisedDictionary<float>& model = state(i).model;
  steps_.set_scale(static_cast<int>(i), model.lambda0, model.lambda1);
}

}  // namespace supdict::training
