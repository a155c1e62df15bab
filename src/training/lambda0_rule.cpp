// SPDX-License-Identifier: BSD-3-Clause
#include "training/lambda0_rule.hpp"

#include <algorithm>
#include <cmath>

#include "supdict/objective.hpp"
#include "training/probe.hpp"

namespace supdict::training {
namespace {

constexpr Index kProbe = 1000;
/// One round moves lambda0 by no more than this factor: early costs are rough.
constexpr double kMostPerRound = 4;
/// Costs that separate the probe ask for an infinite lambda0, and beyond this value (for signals of
/// unit length) nothing is gained: codes hardly depend on the hypothesis any more, and the costs
/// that are compared drown in a reconstruction term that they share.
constexpr double kLargest = 200;

Index steps_between_rounds(const TrainOptions& options) {
  const double ramp = options.mu_ramp * static_cast<double>(options.iterations);
  return std::max<Index>(1, static_cast<Index>(ramp / (2 * kScaleRounds)));
}

}  // namespace

template <class T>
double rescale(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
               double trust, SupervisedDictionary<T>& model) {
  const Probe<T> probe = training_probe(problem, options, kProbe);
  const Codes<T> codes = Coder<T>(model, options.coding, context).encode(probe.X);
  const ScaleFit fit = fit_gamma(codes.value, probe.y);
  const double energy = static_cast<double>(probe.X.squaredNorm()) /
                        static_cast<double>(std::max<Index>(1, probe.X.cols()));
  const double room = energy > 0 ? kLargest / (energy * model.lambda0) : 1;
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
  if (options.lambda0 > 0 || state.iteration == 0) return;
  const Index interval = steps_between_rounds(options);
  if (state.iteration % interval != 0 || state.iteration / interval > kScaleRounds) return;
  state.summary.gammas.push_back(rescale(problem, options, context, 1, state.model));
}

#define SUPDICT_INSTANTIATE(T)                                                                   \
  template double rescale<T>(const PartProblem<T>&, const TrainOptions&, const Context&, double, \
                             SupervisedDictionary<T>&);                                          \
  template void rescale_if_due<T>(const PartProblem<T>&, const TrainOptions&, const Context&,    \
                                  PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
