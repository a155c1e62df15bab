// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/rehearsal.hpp"

#include <algorithm>
#include <cmath>

#include "core/thread_pool.hpp"
#include "training/methods/first_models.hpp"
#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"
#include "training/rules/calibration.hpp"
#include "training/rules/defaults.hpp"

namespace supdict::training {
namespace {

// A quarter of the steps, with half the signals each: the resulting factor is within a tenth of
// that of the whole run (USPS, 45 pairs, half of the digits held out: 1.60 and 1.59; with all steps
// 1.49 and 1.37; with all steps and a fifth held out 1.38, 1.58 and 1.55). With too few steps the
// costs have not reached their final scale, and the factor is too large (generated patterns, 600
// steps: 1.44 after 150 of them, 1.08 after 300, 0.91 after all; 0.97 is right).
constexpr int kFewerSteps = 4;
constexpr int kLeastSteps = 500;
constexpr int kSmallerBatches = 2;

/// The number of signals of a part to hold out, but at least an eighth and at most half of them.
constexpr double kEnoughHeldOut = 1500;

/// Work of all rehearsals relative to that of the run, counted in coded signals. They take about
/// half as much time again, because small batches are slower.
constexpr double kShare = 1.0 / 16;

constexpr Index kStepsPerReport = 25;

/// Share of the run's steps that a rehearsal takes; REC has only one step.
double share_of_steps(const TrainOptions& options) {
  if (options.method == Method::kRec) return 1;
  const int all = options.iterations.value();
  const int steps = std::max(all / kFewerSteps, std::min(all, kLeastSteps));
  return static_cast<double>(steps) / all;
}

/// The work of one rehearsal, in units of training its part.
double work_of_one(const TrainOptions& options) {
  return share_of_steps(options) / kSmallerBatches;
}

Index n_rehearsals(const TrainOptions& options, Index n_parts) {
  const double affordable = kShare * static_cast<double>(n_parts) / work_of_one(options);
  return std::clamp<Index>(static_cast<Index>(std::ceil(affordable)), 1, n_parts);
}

TrainOptions rehearsal_options(const TrainOptions& options, double n_signals) {
  const double share = share_of_steps(options);
  TrainOptions shorter = options;
  shorter.validation = std::clamp(kEnoughHeldOut / n_signals, 0.125, 0.5);
  shorter.iterations = static_cast<int>(std::lround(share * options.iterations.value()));
  shorter.batch_size = std::max(1, options.batch_size.value() / kSmallerBatches);
  shorter.dictionary_epochs = share * options.dictionary_epochs.value();
  return shorter;
}

/// The costs of the validation signals of a part under a model trained without them.
template <class T>
HeldOut held_out_costs(const PartProblem<T>& problem, const SupervisedDictionary<T>& model,
                       const TrainOptions& options, const Context& context) {
  // In chunks, so that memory is bounded.
  constexpr Index kChunk = 2048;
  const Part<T> part{problem.classes, model};
  const Index m = problem.validation.size();
  HeldOut result{Matrix<double>(problem.n_classes(), m), problem.y_validation,
                 problem.weights_validation};
  Matrix<T> X;
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    problem.validation.gather_range(first, count, X);
    result.costs.middleCols(first, count) =
        part_costs<T>(part, options.method.value(), X, options.coding, context).costs;
  }
  return result;
}

/// Returns the share of `work` that was reported to `control`.
template <class T>
double train_shortly(const PartProblem<T>& problem, const TrainOptions& options, double work,
                     RunControl& control, const Context& context, PartState<T>& state) {
  const Trainer<T>& trainer = find_trainer<T>(options);
  const int iterations = options.iterations.value();
  const double step = work * kStepsPerReport / iterations;
  double told = 0;
  trainer.start(problem, options, context, state);
  while (state.iteration < iterations && !control.ending() &&
         trainer.step(problem, options, context, state)) {
    if (++state.iteration % kStepsPerReport != 0) continue;
    control.report_rehearsal(step);
    told += step;
  }
  return told;
}

bool can_rehearse(Index n_train, Index n_validation) {
  return n_train >= 2 && n_validation >= 1;
}

/// Empty for a part with too few signals, and if the run is to end.
template <class T>
HeldOut rehearse(const PartProblem<T>& problem, const TrainOptions& options, double work,
                 RunControl& control, const Context& context) {
  if (control.ending()) return {};
  HeldOut found;
  double told = 0;
  if (can_rehearse(problem.train.size(), problem.validation.size())) {
    PartState<T> state;
    told = train_shortly(problem, options, work, control, context, state);
    found = held_out_costs(problem, state.model, options, context);
  }
  control.report_rehearsal(work - told);
  return found;
}

/// The same for many parts side by side on a device.
std::vector<HeldOut> rehearse_on_device(std::span<const PartProblem<float>> problems,
                                        const TrainOptions& options, double work,
                                        const Machines& machines, RunControl& control,
                                        const Context& context) {
  std::vector<PartState<float>> states(problems.size());
  std::vector<GroupMember> members;
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (!can_rehearse(problems[i].train.size(), problems[i].validation.size())) continue;
    members.push_back({&problems[i], &states[i], mu_at(options, options.iterations.value())});
    parts.push_back(i);
  }
  std::vector<HeldOut> found(problems.size());
  if (parts.empty() || control.ending()) return found;
  std::unique_ptr<cuda::Machine> machine = machines();
  start_on_device(*machine, members, options, context);
  PartGroup group(std::move(machine), options, std::move(members), context);
  const Index iterations = options.iterations.value();
  for (Index done = 0; done < iterations && !control.ending();) {
    const Index steps = std::min(kStepsPerReport, iterations - done);
    done += steps;
    group.advance(std::vector<Index>(parts.size(), done));
    control.report_rehearsal(work * static_cast<double>(steps * std::ssize(problems)) /
                             static_cast<double>(iterations));
  }
  group.fetch();
  context.pool().parallel_for(std::ssize(parts), [&](Index i) {
    const std::size_t at = parts[i];
    found[at] = held_out_costs(problems[at], states[at].model, options, context);
  });
  return found;
}

template <class T>
std::vector<HeldOut> held_out_of(const RunData<T>& data, const TrainOptions& options,
                                 const Member<T>& trained, const Preprocessing& preprocessing,
                                 RunControl& control, const Context& context) {
  const bool rehearses = options.validation <= 0;
  const ProblemSize size{data.signals.rows(), data.signals.cols(),
                         *std::max_element(data.y.begin(), data.y.end()) + 1};
  const TrainOptions used =
      rehearses ? rehearsal_options(options, signals_per_part(options, size)) : options;
  const Index n_parts = std::ssize(data.parts);
  std::vector<HeldOut> found(rehearses ? n_rehearsals(options, n_parts) : n_parts);
  const auto part_of = [&](Index i) { return i * n_parts / std::ssize(found); };
  const auto problem_of = [&](Index i) {
    return make_part<T>(data.parts[part_of(i)], static_cast<std::uint64_t>(part_of(i)),
                        data.signals, data.y, data.weights, preprocessing, used);
  };
  if constexpr (std::is_same_v<T, float>) {
    if (rehearses && data.machines) {
      std::vector<PartProblem<T>> problems;
      for (Index i = 0; i < std::ssize(found); ++i) problems.push_back(problem_of(i));
      return rehearse_on_device(problems, used, work_of_one(options), data.machines, control,
                                context);
    }
  }
  context.pool().parallel_for(std::ssize(found), [&](Index i) {
    const PartProblem<T> problem = problem_of(i);
    found[i] = rehearses ? rehearse(problem, used, work_of_one(options), control, context)
                         : held_out_costs(problem, trained.parts[part_of(i)].model, used, context);
  });
  return found;
}

}  // namespace

double rehearsal_work(const TrainOptions& options, Index n_members, Index n_parts) {
  if (!options.calibrate || options.validation > 0) return 0;
  return work_of_one(options) * static_cast<double>(n_members * n_rehearsals(options, n_parts));
}

template <class T>
void calibrate(const RunData<T>& data, std::span<const TrainOptions> members, RunControl& control,
               const Context& context, Classifier<T>& classifier, TrainSummary& summary) {
  summary.calibration.resize(members.size());
  for (std::size_t i = 0; i < members.size() && members[i].calibrate; ++i) {
    std::vector<HeldOut> held_out = held_out_of(data, members[i], classifier.members[i],
                                                classifier.preprocessing, control, context);
    if (control.ending()) return;
    summary.calibration[i] = fit_calibration(std::move(held_out));
    classifier.members[i].calibration = summary.calibration[i].factor;
  }
}

#define SUPDICT_INSTANTIATE(T)                                                              \
  template void calibrate<T>(const RunData<T>&, std::span<const TrainOptions>, RunControl&, \
                             const Context&, Classifier<T>&, TrainSummary&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
