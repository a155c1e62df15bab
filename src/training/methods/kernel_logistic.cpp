// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/kernel_logistic.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "training/part/weights.hpp"

namespace supdict::training {
namespace {

/// Classes, or signals, per unit of work.
constexpr Index kBlock = 16;
/// Stops when no gradient entry exceeds this share of the objective.
constexpr double kTolerance = 1e-5;
/// Added to the diagonal, in units of its mean: kernels of few features are singular.
constexpr double kRidge = 1e-9;

/// Rounding can make a singular kernel indefinite, where more is added.
Matrix<double> factor_of(const Matrix<double>& K) {
  const double mean = std::max(K.diagonal().mean(), 1e-300);
  for (double ridge = kRidge * mean;; ridge *= 100) {
    Matrix<double> shifted = K;
    shifted.diagonal().array() += ridge;
    const Eigen::LLT<Matrix<double>> factored(shifted);
    if (factored.info() == Eigen::Success || ridge > mean) return factored.matrixL();
  }
}

}  // namespace

KernelLogistic::KernelLogistic(const Matrix<double>& K, std::span<const int> y,
                               std::span<const double> weights, Index n_classes,
                               core::ThreadPool& pool)
    : y_(y.begin(), y.end()),
      weights_(weights.begin(), weights.end()),
      unit_(mean_weight(weights)),
      n_classes_(n_classes),
      pool_(pool),
      L_(factor_of(K)),
      features_(L_.cast<float>()),
      scores_(K.rows(), n_classes),
      theta_(Vector<float>::Zero((K.rows() + 1) * n_classes)) {
  weights_.resize(y_.size(), 1.0);
  for (double& weight : weights_) weight /= unit_;
}

void KernelLogistic::fit(double lambda2, int max_iterations) {
  Lbfgs<float>().minimise(
      [&](const Vector<float>& theta, Vector<float>& gradient) {
        return evaluate(lambda2 / unit_, theta, gradient);
      },
      theta_, max_iterations, kTolerance);
}

double KernelLogistic::evaluate(double lambda2, const Vector<float>& theta,
                                Vector<float>& gradient) {
  const Index m = features_.rows();
  const double value = residuals(theta);
  auto by_class = gradient.head(m * n_classes_).reshaped(m, n_classes_);
  pool_.parallel_for((n_classes_ + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock;
    const Index count = std::min(kBlock, n_classes_ - first);
    by_class.middleCols(first, count).noalias() =
        features_.triangularView<Eigen::Lower>().transpose() * scores_.middleCols(first, count);
  });
  gradient.tail(n_classes_) = scores_.cast<double>().colwise().sum().transpose().cast<float>();
  gradient += static_cast<float>(2 * lambda2) * theta;
  return value + lambda2 * theta.cast<double>().squaredNorm();
}

/// Returns the sum of costs.
double KernelLogistic::residuals(const Vector<float>& theta) {
  const Index m = features_.rows();
  const auto by_class = theta.head(m * n_classes_).reshaped(m, n_classes_);
  pool_.parallel_for((n_classes_ + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock;
    const Index count = std::min(kBlock, n_classes_ - first);
    auto scores = scores_.middleCols(first, count);
    scores.noalias() = features_.triangularView<Eigen::Lower>() * by_class.middleCols(first, count);
    scores.rowwise() += theta.segment(m * n_classes_ + first, count).transpose();
  });
  double value = 0;
  Vector<double> z(n_classes_);
  for (Index j = 0; j < m; ++j) {
    z = scores_.row(j).transpose().cast<double>();
    const double top = z.maxCoeff();
    const double own = z[y_[j]] - top;
    z = (z.array() - top).exp();
    const double total = z.sum();
    value += weights_[j] * (std::log(total) - own);
    z *= weights_[j] / total;
    z[y_[j]] -= weights_[j];
    scores_.row(j) = z.transpose().cast<float>();
  }
  return value;
}

Matrix<double> KernelLogistic::coefficients() const {
  const Index m = features_.rows();
  Matrix<double> found =
      theta_.head(m * n_classes_).reshaped(m, n_classes_).template cast<double>();
  L_.triangularView<Eigen::Lower>().transpose().solveInPlace(found);
  return found;
}

template <class T>
void fit_by_kernel(SupervisedDictionary<T>& model, const Matrix<T>& X, const Matrix<T>& Alpha,
                   std::span<const int> y, std::span<const double> weights, double lambda2,
                   int max_iterations, core::ThreadPool& pool) {
  const Matrix<double>& signals = X.template cast<double>();
  const Matrix<double>& codes = Alpha.template cast<double>();
  const Matrix<double> K = (signals.transpose() * signals).cwiseProduct(codes.transpose() * codes);
  KernelLogistic logistic(K, y, weights, model.n_classes(), pool);
  logistic.fit(lambda2, max_iterations);
  const Matrix<double> by_class = logistic.coefficients();
  const Index k = codes.rows();
  pool.parallel_for(model.n_classes(), [&](Index l) {
    const Matrix<double> weighted = codes * by_class.col(l).asDiagonal();
    model.W.middleCols(l * k, k) = (signals * weighted.transpose()).template cast<T>();
  });
  model.b = logistic.bias().template cast<T>();
}

#define SUPDICT_INSTANTIATE(T)                                                                 \
  template void fit_by_kernel<T>(SupervisedDictionary<T>&, const Matrix<T>&, const Matrix<T>&, \
                                 std::span<const int>, std::span<const double>, double, int,   \
                                 core::ThreadPool&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
