// SPDX-License-Identifier: BSD-3-Clause
#include "training/quick_model.hpp"

#include "supdict/logistic.hpp"
#include "training/methods/method_table.hpp"
#include "training/part/probe.hpp"
#include "training/part/weights.hpp"
#include "training/rules/lambda2_rule.hpp"

namespace supdict::training {
namespace {

constexpr Index kSignals = 300;

}  // namespace

template <class T>
void make_quick_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  TrainOptions without_passes = options;
  without_passes.dictionary_epochs = 0;
  find_trainer<T>(options).start(problem, without_passes, context, state);
  fit_quick_theta(problem, options, context, state);
}

template <class T>
void fit_quick_theta(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, PartState<T>& state) {
  const Probe<T> probe = training_probe(problem, options, kSignals);
  const Matrix<T> Alpha = Coder<T>(state.model, options.coding, context).lasso(probe.X).Alpha;
  const double lambda2 = options.lambda2.value_or(kUsualLambda2 * mean_weight(probe.weights));
  fit_decision<T>(state.model, probe.X, Alpha, probe.y, probe.weights, lambda2, context);
  state.best = state.model;
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void make_quick_model<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                    PartState<T>&);                                             \
  template void fit_quick_theta<T>(const PartProblem<T>&, const TrainOptions&, const Context&,  \
                                   PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
