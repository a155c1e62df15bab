// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/model_trial.hpp"

#include "core/sequence.hpp"
#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "training/methods/first_model.hpp"
#include "training/methods/kernel_logistic.hpp"
#include "training/methods/logistic.hpp"
#include "training/methods/sparse_codes.hpp"

namespace supdict::training {
namespace {

constexpr int kMostIterations = 100;

/// `X` are the columns of `data`.
template <class T>
PartProblem<T> problem_of(const TrialData<T>& data, std::span<const Index> columns,
                          const Matrix<T>& X, std::uint64_t stream, TrainOptions options) {
  options.validation = 0;
  const std::vector<int> labels = core::pick(data.labels, columns);
  const std::vector<double> weights =
      data.weights.empty() ? std::vector<double>() : core::pick(data.weights, columns);
  return make_part<T>(core::numbers_below<int>(data.n_classes), stream, X, labels, weights,
                      data.preprocessing, options);
}

}  // namespace

template <class T>
ModelTrial<T>::ModelTrial(const TrialData<T>& data, const Fold& fold, std::uint64_t stream,
                          const TrainOptions& options)
    : X_(data.signals(Eigen::all, fold.train)),
      X_held_(data.signals(Eigen::all, fold.held_out)),
      learned_(problem_of<T>(data, fold.train, X_, stream, options)),
      held_(problem_of<T>(data, fold.held_out, X_held_, stream, options)) {
  const Matrix<double> signals = X_.template cast<double>();
  products_ = signals.transpose() * signals;
  products_held_ = signals.transpose() * X_held_.template cast<double>();
}

template <class T>
std::vector<Matrix<double>> ModelTrial<T>::decisions(const TrainOptions& options,
                                                     std::span<const double> lambda2,
                                                     const Context& context) const {
  PartState<T> state;
  TrainOptions own = options;
  if (own.init == FirstDictionary::kSignals) own.atoms = static_cast<int>(X_.cols());
  make_first_model(learned_, own, context, state);
  const Coder<T> coder(state.model.D, own.kappa.value(), own.coding, context);
  const Matrix<T> codes = coder.lasso(X_).Alpha;
  const Matrix<T> held = coder.lasso(X_held_).Alpha;
  return own.decision == Decision::kBilinear
             ? by_kernel(codes, held, lambda2, context.pool())
             : by_codes(std::move(state.model), codes, held, lambda2, context);
}

template <class T>
TrialScore ModelTrial<T>::score(const Matrix<double>& decisions) const {
  TrialScore score;
  Vector<double> costs(decisions.rows());
  for (Index j = 0; j < decisions.cols(); ++j) {
    costs = -decisions.col(j);
    Index found = 0;
    costs.minCoeff(&found);
    const double weight = held_.weights[j];
    if (found != held_.y[j]) score.wrong += weight;
    score.loss += weight * core::softmin_loss(costs, 1, held_.y[j]);
  }
  return score;
}

template <class T>
std::vector<Matrix<double>> ModelTrial<T>::by_kernel(const Matrix<T>& codes, const Matrix<T>& held,
                                                     std::span<const double> lambda2,
                                                     core::ThreadPool& pool) const {
  const Matrix<double>& exact = codes.template cast<double>();
  const Matrix<double> K = products_.cwiseProduct(exact.transpose() * exact);
  const Matrix<double> K_held =
      products_held_.cwiseProduct(exact.transpose() * held.template cast<double>());
  KernelLogistic logistic(K, learned_.y, learned_.weights, learned_.n_classes(), pool);
  std::vector<Matrix<double>> decisions;
  for (const double value : lambda2) {
    logistic.fit(value, kMostIterations);
    decisions.emplace_back(logistic.coefficients().transpose() * K_held);
    decisions.back().colwise() += logistic.bias();
  }
  return decisions;
}

template <class T>
std::vector<Matrix<double>> ModelTrial<T>::by_codes(SupervisedDictionary<T> model,
                                                    const Matrix<T>& codes, const Matrix<T>& held,
                                                    std::span<const double> lambda2,
                                                    const Context& context) const {
  SparseCodes<T> sparse(model.n_atoms());
  sparse.append(codes);
  std::vector<Matrix<double>> decisions;
  for (const double value : lambda2) {
    fit_logistic<T>(model, learned_.train, learned_.y, learned_.weights, sparse, value,
                    kMostIterations, context);
    decisions.push_back((model.W.transpose() * held).template cast<double>());
    decisions.back().colwise() += model.b.template cast<double>();
  }
  return decisions;
}

template class ModelTrial<float>;
template class ModelTrial<double>;

}  // namespace supdict::training
