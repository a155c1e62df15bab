// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/lambda0_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "supdict/augment.hpp"
#include "supdict/objective.hpp"
#include "training/part/probe.hpp"

namespace supdict::training {
namespace {

/// One round changes lambda0 by at most this factor, because early costs are rough.
constexpr double kMostPerRound = 4;
/// If the costs separate the classes of the probe, the rule asks for an infinite lambda0. Beyond
/// this value (for signals of unit length) nothing is gained: codes hardly depend on the hypothesis
/// any more, and the differences of costs vanish in a large common reconstruction term.
constexpr double kLargest = 200;
/// Deformed signals are harder to tell apart, and their codes need to follow the signals more
/// closely: then larger values gain (held-out errors of MNIST, 64 atoms, of 10000: 72 at 200, 61 at
/// 400, 53 at 800; USPS and MNIST with 128 atoms are as good at 400 as at 1600), which without them
/// or with shifts alone they do not (127 at 200, 154 at 1600).
constexpr double kLargestIfDeformed = 800;

/// Given, or found under the theta to start from.
bool scaled_at_start(const TrainOptions& options) {
  return options.lambda0 || options.first_theta == FirstTheta::kLogistic;
}

Index steps_between_rounds(const TrainOptions& options) {
  const double ramp = options.mu_ramp * options.iterations.value();
  return std::max<Index>(1, static_cast<Index>(ramp / (2 * kScaleRounds)));
}

}  // namespace

template <class T>
double rescale(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
               double trust, SupervisedDictionary<T>& model) {
  const Probe<T> probe = training_probe(problem, options, kScaleProbe);
  const Codes<T> codes = Coder<T>(model, options.coding, context).encode(probe.X);
  return rescale<T>(options, codes.value, probe.y, probe.weights,
                    static_cast<double>(probe.X.squaredNorm()), trust, model);
}

template <class T>
double rescale(const TrainOptions& options, const Matrix<double>& costs, std::span<const int> y,
               std::span<const double> weights, double sum_of_energies, double trust,
               SupervisedDictionary<T>& model) {
  const ScaleFit fit = fit_gamma(costs, y, weights);
  const double energy = sum_of_energies / static_cast<double>(std::max<Index>(1, costs.cols()));
  const bool deformed = Augmentation::parse(options.augment).deforms();
  const double largest = deformed ? kLargestIfDeformed : kLargest;
  const double room = energy > 0 ? largest / (energy * model.lambda0) : 1;
  const double found =
      fit.useless ? 1 : std::min(std::clamp(fit.gamma, 1 / kMostPerRound, kMostPerRound), room);
  const double gamma = std::pow(found, trust);
  model.lambda0 *= gamma;
  model.lambda1 *= gamma;
  return gamma;
}

template <class T>
void rescale_if_due(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, PartState<T>& state) {
  if (next_round(options, state.iteration) != state.iteration) return;
  state.summary.gammas.push_back(rescale(problem, options, context, 1, state.model));
}

Index next_round(const TrainOptions& options, Index iteration) {
  const Index interval = steps_between_rounds(options);
  const Index round = std::max<Index>(1, (iteration + interval - 1) / interval);
  return scaled_at_start(options) || round > kScaleRounds ? std::numeric_limits<Index>::max()
                                                          : round * interval;
}

bool rescaling_ahead(const TrainOptions& options, Index iteration) {
  return !scaled_at_start(options) && iteration / steps_between_rounds(options) < kScaleRounds;
}

#define SUPDICT_INSTANTIATE(T)                                                                   \
  template double rescale<T>(const PartProblem<T>&, const TrainOptions&, const Context&, double, \
                             SupervisedDictionary<T>&);                                          \
  template double rescale<T>(const TrainOptions&, const Matrix<double>&, std::span<const int>,   \
                             std::span<const double>, double, double, SupervisedDictionary<T>&); \
  template void rescale_if_due<T>(const PartProblem<T>&, const TrainOptions&, const Context&,    \
                                  PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
