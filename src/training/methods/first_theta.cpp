// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/first_theta.hpp"

#include "training/methods/lambda0_rule.hpp"
#include "training/methods/reconstructive.hpp"

namespace supdict::training {
template <class T>
void fit_first_theta(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state) {
  fit_all_signals(problem, options, context, state.model);
  for (int round = 0; round < kScaleRounds && !options.lambda0; ++round) {
    state.summary.gammas.push_back(rescale(problem, options, context, 1, state.model));
  }
}

#define SUPDICT_INSTANTIATE(T)                                                                 \
  template void fit_first_theta<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                   PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
