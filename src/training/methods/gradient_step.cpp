// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/gradient_step.hpp"

#include "core/sequence.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/objective.hpp"
#include "training/methods/logistic.hpp"

namespace supdict::training {
namespace {

/// Sum over the batch, without the lambda2 term. No gradient of D for REC.
template <class T>
Gradient<T> batch_gradient(const Batch<T>& batch, const StepSettings& settings,
                           const CodingOptions& coding, const Context& context,
                           const SupervisedDictionary<T>& model) {
  const Coder<T> coder(model, coding, context);
  if (settings.method == Method::kRec) {
    SparseCodes<T> codes(model.n_atoms());
    codes.append(coder.lasso(batch.X).Alpha);
    return logistic_gradient<T>(model, batch.X, batch.y, batch.weights, codes, context);
  }
  const Codes<T> codes = coder.encode(batch.X);
  return objective<T>(model, batch.X, codes, batch.y, batch.weights, {settings.mu, 0}, context)
      .gradient;
}

}  // namespace

template <class T>
Batch<T> take_batch(const PartProblem<T>& problem, std::span<const Index> members, core::Rng& rng,
                    const Context& context) {
  Batch<T> batch;
  problem.train.gather_augmented(members, rng, context, batch.X);
  batch.y = core::pick(problem.y, members);
  batch.weights = core::pick(problem.weights, members);
  return batch;
}

template <class T>
Gradient<T> estimate_gradient(const Batch<T>& batch, const StepSettings& settings,
                              const CodingOptions& coding, const Context& context,
                              const SupervisedDictionary<T>& model) {
  Gradient<T> gradient = batch_gradient(batch, settings, coding, context, model);
  // Not divided by the weight of this batch: if that is large by chance, the sum must be large too.
  const T per_signal =
      static_cast<T>(1 / (settings.mean_weight * static_cast<double>(batch.size())));
  const T pull = static_cast<T>(2 * settings.lambda2 / settings.total_weight);
  gradient.W = per_signal * gradient.W + pull * model.W;
  gradient.b = per_signal * gradient.b + pull * model.b;
  if (gradient.D.size() > 0) gradient.D *= per_signal;
  return gradient;
}

template <class T>
void gradient_step(const Batch<T>& batch, const StepSettings& settings, const CodingOptions& coding,
                   const Context& context, SupervisedDictionary<T>& model, Moments<T>& moments) {
  Gradient<T> gradient = estimate_gradient(batch, settings, coding, context, model);
  moments.W.step(model.W, gradient.W, settings.rate_theta, settings.beta2, settings.t);
  moments.b.step(model.b, gradient.b, settings.rate_theta, settings.beta2, settings.t);
  if (gradient.D.size() == 0) return;
  gradient.D.leftCols(model.atom_rules.fixed).setZero();
  moments.D.step(model.D, gradient.D, settings.rate_dictionary, settings.beta2, settings.t);
  project_atoms(model.D, model.atom_rules);
}

#define SUPDICT_INSTANTIATE(T)                                                               \
  template Batch<T> take_batch<T>(const PartProblem<T>&, std::span<const Index>, core::Rng&, \
                                  const Context&);                                           \
  template Gradient<T> estimate_gradient<T>(const Batch<T>&, const StepSettings&,            \
                                            const CodingOptions&, const Context&,            \
                                            const SupervisedDictionary<T>&);                 \
  template void gradient_step<T>(const Batch<T>&, const StepSettings&, const CodingOptions&, \
                                 const Context&, SupervisedDictionary<T>&, Moments<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
