// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/open_parameters.hpp"

#include "training/part/weights.hpp"
#include "training/rules/few_signals.hpp"
#include "training/rules/lambda2_rule.hpp"
#include "training/rules/mu_rule.hpp"

namespace supdict::training {
namespace {

template <class T>
bool choose_lambda2_and_mu(Trial<T> trial, TrainOptions& options, RunControl& control,
                           const Context& context) {
  bool chosen = true;
  if (!options.lambda2) {
    const std::optional<double> found = choose_lambda2(trial, control, context);
    options.lambda2 = trial.options.lambda2 = found.value_or(kUsualLambda2 * trial.weight);
    chosen = found.has_value();
  }
  if (!options.mu) {
    const std::optional<double> found = choose_mu(trial, control, context);
    options.mu = found.value_or(kMuGrid.front());
    chosen = chosen && found;
  }
  return chosen;
}

}  // namespace

template <class T>
bool choose_open_parameters(const RunData<T>& data, const Preprocessing& preprocessing,
                            bool tries_models, TrainOptions& options, RunControl& control,
                            const Context& context) {
  if (options.method != Method::kSdlD) options.mu = 0;
  if (tries_models) {
    const bool chosen = choose_model<T>(data.signals, data.y, data.weights, preprocessing, options,
                                        control, context);
    if (!options.lambda2) options.lambda2 = kUsualLambda2 * mean_weight(data.weights);
    return chosen && !control.stopped();
  }
  // With validation signals the best mu along the path is kept.
  if (!options.mu && options.validation > 0) options.mu = 1;
  if (options.lambda2 && options.mu) return true;
  Trial<T> trial =
      make_trial<T>(data.parts, data.signals, data.y, data.weights, preprocessing, options);
  trial.machines = data.machines;
  return choose_lambda2_and_mu(std::move(trial), options, control, context) && !control.stopped();
}

#define SUPDICT_INSTANTIATE(T)                                                           \
  template bool choose_open_parameters<T>(const RunData<T>&, const Preprocessing&, bool, \
                                          TrainOptions&, RunControl&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
