// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/fixed_codes.hpp"

#include "core/sequence.hpp"
#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "model/decision_values.hpp"
#include "simd/columns.hpp"

namespace supdict::training {
namespace {

/// Signals whose codes are expanded to dense columns at a time.
constexpr Index kChunk = 512;

/// Value and posterior of one code at a model: S_l(alpha), softmax(g).
template <class T>
void evaluate_code(const SupervisedDictionary<T>& model, const T* x, int label, const T* alpha,
                   Vector<T>& scratch, double& value, T* posterior) {
  const Index n = model.n_features();
  const Index k = model.n_atoms();
  const Index p = model.n_classes();
  const Eigen::Map<const Vector<T>> signal(x, n);
  const Eigen::Map<const Vector<T>> code(alpha, k);
  const Vector<T> negative = -code;
  scratch = signal;
  simd::add_weighted_columns<T>(model.D, negative.data(), 1, scratch.data());
  value = model.lambda0 * scratch.template cast<double>().squaredNorm() +
          model.lambda0 * model.penalty.of(code, model.lambda1 / model.lambda0);

  Vector<double> costs(p);
  model::decision_values<T>(model, signal, code, scratch, costs);
  costs = -costs;  // so that softmin is softmax(g)
  value += core::softmin_loss(costs, 1, label);
  Vector<double> probability(p);
  core::softmin(costs, 1, probability);
  Eigen::Map<Vector<T>>(posterior, p) = probability.template cast<T>();
}

}  // namespace

template <class T>
FixedCodes<T>::FixedCodes(const PartProblem<T>& problem, const TrainOptions& options, double mu,
                          const SupervisedDictionary<T>& model, const Context& context)
    : problem_(problem), options_(options), mu_(mu), context_(context), codes_(model.n_atoms()) {
  const Coder<T> coder(model, options.coding, context);
  Matrix<T> X;
  for (Index first = 0; first < problem.train.size(); first += kChunk) {
    problem.train.gather_range(first, std::min(kChunk, problem.train.size() - first), X);
    codes_.append(coder.encode(X).Alpha);
  }
}

template <class T>
Codes<T> FixedCodes<T>::codes_at(const SupervisedDictionary<T>& model, const Matrix<T>& X,
                                 Index first) const {
  const Index p = model.n_classes();
  const Index m = X.cols();
  Codes<T> codes;
  codes.hypotheses = core::numbers_below<int>(p);
  codes.Alpha = codes_.dense(first * p, m * p);
  codes.value.resize(p, m);
  codes.posterior.resize(p, m * p);
  constexpr Index kBlock = 32;
  context_.pool().parallel_for((m + kBlock - 1) / kBlock, [&](Index block) {
    Vector<T> scratch(model.n_features());
    for (Index j = block * kBlock; j < std::min(m, (block + 1) * kBlock); ++j) {
      for (Index l = 0; l < p; ++l) {
        const Index e = j * p + l;
        evaluate_code<T>(model, X.col(j).data(), static_cast<int>(l), codes.Alpha.col(e).data(),
                         scratch, codes.value(l, j), codes.posterior.col(e).data());
      }
    }
  });
  return codes;
}

template <class T>
double FixedCodes<T>::sum_chunks(const SupervisedDictionary<T>& model,
                                 Gradient<T>* gradient) const {
  const Index m = problem_.train.size();
  const double lambda2 = options_.lambda2.value();
  double value = lambda2 * static_cast<double>(model.W.squaredNorm() + model.b.squaredNorm());
  if (gradient != nullptr) {
    const T pull = static_cast<T>(2 * lambda2);
    *gradient = {Matrix<T>::Zero(model.D.rows(), model.D.cols()), pull * model.W, pull * model.b};
  }
  Matrix<T> X;
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    const auto y = std::span(problem_.y).subspan(first, count);
    const auto weights = std::span(problem_.weights).subspan(first, count);
    problem_.train.gather_range(first, count, X);
    const Codes<T> codes = codes_at(model, X, first);
    if (gradient != nullptr) {
      const ObjectiveResult<T> part = objective<T>(model, X, codes, y, weights, {mu_, 0}, context_);
      value += part.value;
      gradient->D += part.gradient.D;
      gradient->W += part.gradient.W;
      gradient->b += part.gradient.b;
      continue;
    }
    for (Index j = 0; j < count; ++j) {
      const int label = y[j];
      const auto costs = codes.value.col(j);
      value += weights[j] * (mu_ * core::softmin_loss(costs, 1, label) + (1 - mu_) * costs[label]);
    }
  }
  return value;
}

template <class T>
double FixedCodes<T>::value(const SupervisedDictionary<T>& model) const {
  return sum_chunks(model, nullptr);
}

template <class T>
double FixedCodes<T>::value(const SupervisedDictionary<T>& model, Gradient<T>& gradient) const {
  return sum_chunks(model, &gradient);
}

template class FixedCodes<float>;
template class FixedCodes<double>;

}  // namespace supdict::training
