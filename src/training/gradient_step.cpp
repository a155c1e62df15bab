// SPDX-License-Identifier: BSD-3-Clause
#include "training/gradient_step.hpp"

#include "supdict/dictionary.hpp"
#include "supdict/objective.hpp"
#include "training/logistic.hpp"

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
  return objective<T>(model, batch.X, batch.y, codes, {settings.mu, 0}, batch.weights, context)
      .gradient;
}

}  // namespace

template <class T>
Batch<T> take_batch(const PartProblem<T>& problem, std::span<const Index> members, core::Rng& rng) {
  Batch<T> batch;
  problem.train.gather_augmented(members, rng, batch.X);
  batch.y.reserve(members.size());
  batch.weights.reserve(members.size());
  for (const Index j : members) {
    batch.y.push_back(problem.y[static_cast<std::size_t>(j)]);
    batch.weights.push_back(problem.weights[static_cast<std::size_t>(j)]);
  }
  return batch;
}

template <class T>
void gradient_step(const Batch<T>& batch, const StepSettings& settings, const CodingOptions& coding,
                   const Context& context, SupervisedDictionary<T>& model, Moments<T>& moments) {
  Gradient<T> gradient = batch_gradient(batch, settings, coding, context, model);
  const T per_signal = static_cast<T>(1 / static_cast<double>(batch.size()));
  const T pull = static_cast<T>(2 * settings.lambda2 / settings.total_weight);
  const Matrix<T> grad_W = per_signal * gradient.W + pull * model.W;
  const Matrix<T> grad_b = per_signal * gradient.b + pull * model.b;

  moments.W.step(model.W, grad_W, settings.rate_theta, settings.beta2, settings.t);
  moments.b.step(model.b, grad_b, settings.rate_theta, settings.beta2, settings.t);
  if (gradient.D.size() == 0) return;
  gradient.D *= per_signal;
  moments.D.step(model.D, gradient.D, settings.rate_dictionary, settings.beta2, settings.t);
  project_atoms(model.D);
}

#define SUPDICT_INSTANTIATE(T)                                                                \
  template Batch<T> take_batch<T>(const PartProblem<T>&, std::span<const Index>, core::Rng&); \
  template void gradient_step<T>(const Batch<T>&, const StepSettings&, const CodingOptions&,  \
                                 const Context&, SupervisedDictionary<T>&, Moments<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
