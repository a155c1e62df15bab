// SPDX-License-Identifier: BSD-3-Clause
#include "training/mu_rule.hpp"

#include <algorithm>
#include <cmath>

#include "core/thread_pool.hpp"
#include "training/probe.hpp"

namespace supdict::training {
namespace {

constexpr int kSteps = 400;
constexpr int kRounds = 10;
constexpr Index kStepsPerReport = 20;

using Errors = std::array<double, kMuGrid.size()>;

template <class T>
Errors held_out_errors(const PartProblem<T>& problem, TrainOptions options, RunControl& control,
                       const Context& context) {
  const Trainer<T>& trainer = find_trainer<T>(options);
  PartState<T> first;
  trainer.start(problem, options, context, first);
  Errors errors{};
  for (std::size_t i = 0; i < kMuGrid.size(); ++i) {
    options.mu = kMuGrid[i];
    PartState<T> state = first;
    while (state.iteration < options.iterations && !control.stopped() &&
           trainer.step(problem, options, context, state)) {
      if (++state.iteration % kStepsPerReport == 0) control.announce("choosing mu");
    }
    errors[i] = validation_error<T>(problem, Method::kSdlD, state.model, options.coding, context) *
                static_cast<double>(problem.validation.size());
  }
  return errors;
}

}  // namespace

double mu_for(const Errors& errors) {
  const auto best = std::min_element(errors.begin(), errors.end());
  const bool clearly = *best < errors.front() - std::sqrt(errors.front());
  return clearly ? kMuGrid[static_cast<std::size_t>(best - errors.begin())] : kMuGrid.front();
}

template <class T>
double choose_mu(const Trial<T>& trial, RunControl& control, const Context& context) {
  TrainOptions options = trial.options;
  options.iterations =
      std::min(options.iterations, options.trainer == "alternating" ? kRounds : kSteps);
  std::vector<Errors> errors(trial.parts.size());
  context.pool().parallel_for(std::ssize(errors), [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    errors[at] = held_out_errors(trial.parts[at], options, control, context);
  });
  Errors total{};
  for (const Errors& part : errors) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  return mu_for(total);
}

template double choose_mu<float>(const Trial<float>&, RunControl&, const Context&);
template double choose_mu<double>(const Trial<double>&, RunControl&, const Context&);

}  // namespace supdict::training
