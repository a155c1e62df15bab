// SPDX-License-Identifier: BSD-3-Clause
// REC: a dictionary learned without labels, then logistic regression on its lasso codes. One step.
#include "training/first_model.hpp"
#include "training/logistic.hpp"
#include "training/trainers.hpp"

namespace supdict::training {
namespace {

constexpr int kMostIterations = 300;

template <class T>
void start_reconstructive(const PartProblem<T>& problem, const TrainOptions& options,
                          const Context& context, PartState<T>& state) {
  make_first_model(problem, options, context, state);
  state.model.lambda0 = 1;
  state.model.lambda1 = options.kappa;
}

/// Lasso codes of all training signals.
template <class T>
SparseCodes<T> all_codes(const PartProblem<T>& problem, const TrainOptions& options,
                         const SupervisedDictionary<T>& model, const Context& context) {
  constexpr Index kChunk = 2048;
  const Coder<T> coder(model.D, options.kappa, options.coding, context);
  SparseCodes<T> codes(model.n_atoms());
  Matrix<T> X;
  for (Index first = 0; first < problem.train.size(); first += kChunk) {
    problem.train.gather_range(first, std::min(kChunk, problem.train.size() - first), X);
    codes.append(coder.lasso(X).Alpha);
  }
  return codes;
}

template <class T>
bool step_reconstructive(const PartProblem<T>& problem, const TrainOptions& options,
                         const Context& context, PartState<T>& state) {
  const SparseCodes<T> codes = all_codes(problem, options, state.model, context);
  fit_logistic<T>(state.model, problem.train, problem.y, problem.weights, codes, options.lambda2,
                  kMostIterations, context);
  return false;
}

Index one_point(const TrainOptions&) {
  return 1;
}

}  // namespace

template <class T>
Trainer<T> reconstructive_trainer() {
  return {start_reconstructive<T>, step_reconstructive<T>, one_point};
}

template Trainer<float> reconstructive_trainer<float>();
template Trainer<double> reconstructive_trainer<double>();

}  // namespace supdict::training
