// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/mu_rule.hpp"

#include <algorithm>
#include <cmath>

#include "core/thread_pool.hpp"
#include "training/methods/first_models.hpp"
#include "training/methods/method_table.hpp"
#include "training/part/probe.hpp"

namespace supdict::training {
namespace {

constexpr int kSteps = 400;
constexpr int kRounds = 10;
constexpr Index kReports = 20;  // of each run

using Errors = std::array<double, kMuGrid.size()>;

template <class T>
Errors held_out_errors(const PartProblem<T>& problem, TrainOptions options, Choice& choice,
                       const Context& context) {
  const Trainer<T>& trainer = find_trainer<T>(options);
  const Index iterations = options.iterations.value();
  const Index between = std::max<Index>(1, iterations / kReports);
  PartState<T> first;
  trainer.start(problem, options, context, first);
  Errors errors{};
  for (std::size_t i = 0; i < kMuGrid.size(); ++i) {
    options.mu = kMuGrid[i];
    PartState<T> state = first;
    while (state.iteration < iterations && !choice.ended() &&
           trainer.step(problem, options, context, state)) {
      if (++state.iteration % between == 0) choice.advance(between);
    }
    errors[i] = validation_error<T>(problem, Method::kSdlD, state.model, options.coding, context) *
                static_cast<double>(problem.validation.size());
  }
  return errors;
}

/// The same for all parts and all mu side by side on a device.
std::vector<Errors> errors_on_device(const Trial<float>& trial, const TrainOptions& options,
                                     Choice& choice, const Context& context) {
  constexpr Index kRuns = std::ssize(kMuGrid);
  const Index n = std::ssize(trial.parts) * kRuns;
  std::vector<PartState<float>> states(n);
  const auto state_of = [&](Index i) -> PartState<float>& { return states[i]; };
  const auto part_of = [&](Index i) -> const PartProblem<float>& { return trial.parts[i / kRuns]; };
  std::vector<GroupMember> firsts;
  for (Index first = 0; first < n; first += kRuns) {
    firsts.push_back({&part_of(first), &state_of(first)});
  }
  std::unique_ptr<cuda::Machine> machine = trial.machines();
  start_on_device(*machine, firsts, options, context);
  for (Index i = 0; i < n; ++i) {
    if (i % kRuns > 0) state_of(i) = state_of(i / kRuns * kRuns);
  }
  std::vector<GroupMember> members;
  for (Index i = 0; i < n; ++i) {
    members.push_back({&part_of(i), &state_of(i), kMuGrid[i % kRuns]});
  }
  PartGroup group(std::move(machine), options, std::move(members), context);
  const Index iterations = options.iterations.value();
  const Index between = std::max<Index>(1, iterations / kReports);
  for (Index done = 0; done < iterations && !choice.ended();) {
    const Index steps = std::min(between, iterations - done);
    done += steps;
    group.advance(std::vector<Index>(states.size(), done));
    choice.advance(steps * n);
  }
  group.fetch();
  std::vector<Errors> errors(trial.parts.size());
  context.pool().parallel_for(n, [&](Index i) {
    const PartProblem<float>& problem = part_of(i);
    errors[i / kRuns][i % kRuns] =
        validation_error<float>(problem, Method::kSdlD, group.state(i).model, options.coding,
                                context) *
        static_cast<double>(problem.validation.size());
  });
  return errors;
}

template <class T>
std::vector<Errors> errors_of_parts(const Trial<T>& trial, const TrainOptions& options,
                                    Choice& choice, const Context& context) {
  if constexpr (std::is_same_v<T, float>) {
    if (trial.machines && !trial.parts.empty()) {
      return errors_on_device(trial, options, choice, context);
    }
  }
  std::vector<Errors> errors(trial.parts.size());
  context.pool().parallel_for(std::ssize(errors), [&](Index i) {
    errors[i] = held_out_errors(trial.parts[i], options, choice, context);
  });
  return errors;
}

}  // namespace

double mu_for(const Errors& errors) {
  const auto best = std::min_element(errors.begin(), errors.end());
  const bool clearly = *best < errors.front() - std::sqrt(errors.front());
  return clearly ? kMuGrid[best - errors.begin()] : kMuGrid.front();
}

template <class T>
std::optional<double> choose_mu(const Trial<T>& trial, RunControl& control,
                                const Context& context) {
  TrainOptions options = trial.options;
  const int steps = std::min(options.iterations.value(),
                             options.trainer == TrainerKind::kAlternating ? kRounds : kSteps);
  options.iterations = steps;
  Choice choice(control, "choosing mu",
                std::ssize(trial.parts) * std::ssize(kMuGrid) * Index{steps});
  const std::vector<Errors> errors = errors_of_parts(trial, options, choice, context);
  if (choice.ended()) return {};
  Errors total{};
  for (const Errors& part : errors) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  return mu_for(total);
}

template std::optional<double> choose_mu<float>(const Trial<float>&, RunControl&, const Context&);
template std::optional<double> choose_mu<double>(const Trial<double>&, RunControl&, const Context&);

}  // namespace supdict::training
