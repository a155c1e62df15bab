// SPDX-License-Identifier: BSD-3-Clause
// REC: a dictionary learned without labels, then logistic regression on its lasso codes. One step.
#include "training/methods/reconstructive.hpp"

#include "training/methods/first_model.hpp"
#include "training/methods/kernel_logistic.hpp"
#include "training/methods/logistic.hpp"
#include "training/methods/method_table.hpp"

namespace supdict::training {
namespace {

constexpr int kMostIterations = 300;

template <class T>
void start_reconstructive(const PartProblem<T>& problem, const TrainOptions& options,
                          const Context& context, PartState<T>& state) {
  make_first_model(problem, options, context, state);
  state.model.lambda0 = 1;
  state.model.lambda1 = options.kappa.value();
}

/// Lasso codes of all training signals.
template <class T>
SparseCodes<T> all_codes(const PartProblem<T>& problem, const TrainOptions& options,
                         const SupervisedDictionary<T>& model, const Context& context) {
  constexpr Index kChunk = 2048;
  const Coder<T> coder(model.D, options.kappa.value(), options.coding, context, model.penalty);
  SparseCodes<T> codes(model.n_atoms());
  Matrix<T> X;
  for (Index first = 0; first < problem.train.size(); first += kChunk) {
    problem.train.gather_range(first, std::min(kChunk, problem.train.size() - first), X);
    codes.append(coder.lasso(X).Alpha);
  }
  return codes;
}

/// A step of the dual costs m m p, one of the primal non-zeros x n x p in short vectors.
template <class T>
bool kernel_is_cheaper(const PartProblem<T>& problem, const SparseCodes<T>& codes) {
  constexpr Index kMostSignals = 5000;
  const Index m = problem.train.size();
  return m <= kMostSignals && 4 * m * m < codes.nonzeros() * problem.train.n_features();
}

template <class T>
bool step_reconstructive(const PartProblem<T>& problem, const TrainOptions& options,
                         const Context& context, PartState<T>& state) {
  fit_all_signals(problem, options, context, state.model);
  return false;
}

Index one_point(const TrainOptions&) {
  return 1;
}

}  // namespace

template <class T>
void fit_all_signals(const PartProblem<T>& problem, const TrainOptions& options,
                     const Context& context, SupervisedDictionary<T>& model) {
  const SparseCodes<T> codes = all_codes(problem, options, model, context);
  const double lambda2 = options.lambda2.value();
  if (options.decision == Decision::kBilinear && kernel_is_cheaper(problem, codes)) {
    Matrix<T> X;
    problem.train.gather_range(0, problem.train.size(), X);
    fit_by_kernel<T>(model, X, codes.dense(0, X.cols()), problem.y, problem.weights, lambda2,
                     kMostIterations, context.pool());
    return;
  }
  fit_logistic<T>(model, problem.train, problem.y, problem.weights, codes, lambda2, kMostIterations,
                  context);
}

template <class T>
Trainer<T> reconstructive_trainer() {
  return {start_reconstructive<T>, step_reconstructive<T>, one_point};
}

template void fit_all_signals<float>(const PartProblem<float>&, const TrainOptions&, const Context&,
                                     SupervisedDictionary<float>&);
template void fit_all_signals<double>(const PartProblem<double>&, const TrainOptions&,
                                      const Context&, SupervisedDictionary<double>&);
template Trainer<float> reconstructive_trainer<float>();
template Trainer<double> reconstructive_trainer<double>();

}  // namespace supdict::training
