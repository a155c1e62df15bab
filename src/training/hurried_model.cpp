// SPDX-License-Identifier: BSD-3-Clause
#include "training/hurried_model.hpp"

#include "supdict/logistic.hpp"
#include "training/lambda2_rule.hpp"
#include "training/probe.hpp"

namespace supdict::training {
namespace {

constexpr Index kSignals = 300;

}  // namespace

template <class T>
void make_hurried_model(const PartProblem<T>& problem, const TrainOptions& options,
                        const Context& context, PartState<T>& state) {
  TrainOptions without_passes = options;
  without_passes.dictionary_epochs = 0;
  find_trainer<T>(options).start(problem, without_passes, context, state);
  hurry_theta(problem, options, context, state);
}

template <class T>
void hurry_theta(const PartProblem<T>& problem, const TrainOptions& options, const Context& context,
                 PartState<T>& state) {
  const Probe<T> probe = training_probe(problem, options, kSignals);
  const Matrix<T> Alpha = Coder<T>(state.model, options.coding, context).lasso(probe.X).Alpha;
  const double lambda2 = options.lambda2 < 0 ? kUsualLambda2 : options.lambda2;
  fit_decision<T>(state.model, probe.X, Alpha, probe.y, lambda2, context);
  state.best = state.model;
}

#define SUPDICT_INSTANTIATE(T)                                                                    \
  template void make_hurried_model<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                      PartState<T>&);                                             \
  template void hurry_theta<T>(const PartProblem<T>&, const TrainOptions&, const Context&,        \
                               PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
