// SPDX-License-Identifier: BSD-3-Clause
#include "training/lambda0_rule.hpp"

#include <algorithm>

#include "supdict/objective.hpp"
#include "training/probe.hpp"

namespace supdict::training {
namespace {

constexpr Index kRounds = 10;
constexpr Index kProbe = 1000;
/// One round moves lambda0 by no more than this factor: early costs are rough, and separable ones
/// would ask for infinity.
constexpr double kMostPerRound = 4;

Index steps_between_rounds(const TrainOptions& options) {
  const double ramp = options.mu_ramp * static_cast<double>(options.iterations);
  return std::max<Index>(1, static_cast<Index>(ramp / (2 * kRounds)));
}

}  // namespace

template <class T>
void rescale_if_due(const PartProblem<T>& problem, const TrainOptions& options,
                    const Context& context, PartState<T>& state) {
  if (options.lambda0 > 0 || state.iteration == 0) return;
  const Index interval = steps_between_rounds(options);
  if (state.iteration % interval != 0 || state.iteration / interval > kRounds) return;
  const Probe<T> probe = training_probe(problem, options, kProbe);
  const Codes<T> codes = Coder<T>(state.model, options.coding, context).encode(probe.X);
  const ScaleFit fit = fit_gamma(codes.value, probe.y);
  const double gamma = fit.useless ? 1 : std::clamp(fit.gamma, 1 / kMostPerRound, kMostPerRound);
  state.model.lambda0 *= gamma;
  state.model.lambda1 *= gamma;
  state.summary.gammas.push_back(gamma);
}

#define SUPDICT_INSTANTIATE(T)                                                                \
  template void rescale_if_due<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                  PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
