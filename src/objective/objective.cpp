// SPDX-License-Identifier: BSD-3-Clause
// E(D, theta) and its gradients from optimal codes                          [equations.md E5-E10]
//
//   omega_jl = weight_j (1{l = y_j} - mu softmax(-S*_j)[l])
//   dE/dD    = -2 lambda0 (X Beta' - D M),   Beta_j = sum_l omega_jl alpha_jl,
//                                            M = sum_jl omega_jl alpha_jl alpha_jl'
//   dE/db    = sum_jl rho_jl + 2 lambda2 b,  rho_jl = omega_jl (softmax(g) - e_l)
//   dE/dw_q  = sum_jl rho_jl[q] alpha_jl + 2 lambda2 w_q                               (linear)
//   dE/dW_q  = X Y_q' + 2 lambda2 W_q,       Y_q,j = sum_l rho_jl[q] alpha_jl          (bilinear)
//
// Every product is a weighted sum of columns, computed column by column of the result. Threads
// share the columns, and each sum runs in order of j, so the bits do not depend on the number of
// threads.
#include "supdict/objective.hpp"

#include "core/check.hpp"
#include "core/softmax.hpp"
#include "core/thread_pool.hpp"
#include "simd/columns.hpp"

namespace supdict {
namespace {

template <class T>
class GradientSums {
 public:
  GradientSums(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X, const Codes<T>& codes,
               const Matrix<double>& omega, core::ThreadPool& pool)
      : model_(model),
        X_(X),
        codes_(codes),
        omega_(omega),
        pool_(pool),
        k_(model.n_atoms()),
        p_(model.n_classes()) {}

  Gradient<T> compute() {
    weigh_codes();
    Gradient<T> gradient;
    add_dictionary(gradient);
    if (model_.decision == Decision::kLinear) {
      add_linear(gradient);
    } else {
      add_bilinear(gradient);
    }
    gradient.b = R_.template cast<double>().rowwise().sum().template cast<T>();
    return gradient;
  }

 private:
  /// omega alpha and omega (softmax(g) - e_l) for every (signal, hypothesis).
  void weigh_codes() {
    WA_.resize(k_, codes_.Alpha.cols());
    R_.resize(p_, codes_.Alpha.cols());
    for (Index e = 0; e < codes_.Alpha.cols(); ++e) {
      const T omega = static_cast<T>(omega_.data()[e]);
      WA_.col(e) = omega * codes_.Alpha.col(e);
      R_.col(e) = omega * codes_.posterior.col(e);
      R_(e % p_, e) -= omega;
    }
  }

  /// sum over the hypotheses of each signal: k x (m p) -> k x m.
  Matrix<T> sum_hypotheses(const Matrix<T>& M) const {
    Matrix<T> sum = Matrix<T>::Zero(M.rows(), M.cols() / p_);
    for (Index e = 0; e < M.cols(); ++e) sum.col(e / p_) += M.col(e);
    return sum;
  }

  void add_dictionary(Gradient<T>& gradient) {
    const Matrix<T> Beta = sum_hypotheses(WA_);
    Matrix<T> M = Matrix<T>::Zero(k_, k_);
    gradient.D.setZero(model_.n_features(), k_);
    pool_.parallel_for(k_, [&](Index i) {
      simd::add_weighted_columns<T>(codes_.Alpha, WA_.data() + i, k_, &M(0, i));
      M.col(i) *= T(-1);
      simd::add_weighted_columns<T>(X_, Beta.data() + i, k_, &gradient.D(0, i));
      simd::add_weighted_columns<T>(model_.D, &M(0, i), 1, &gradient.D(0, i));
      gradient.D.col(i) *= static_cast<T>(-2 * model_.lambda0);
    });
  }

  void add_linear(Gradient<T>& gradient) {
    gradient.W.setZero(k_, p_);
    pool_.parallel_for(p_, [&](Index q) {
      simd::add_weighted_columns<T>(codes_.Alpha, R_.data() + q, p_, &gradient.W(0, q));
    });
  }

  void add_bilinear(Gradient<T>& gradient) {
    gradient.W.setZero(model_.n_features(), k_ * p_);
    for (Index q = 0; q < p_; ++q) {
      Matrix<T> weighted = codes_.Alpha;
      for (Index e = 0; e < weighted.cols(); ++e) weighted.col(e) *= R_(q, e);
      const Matrix<T> Y = sum_hypotheses(weighted);
      pool_.parallel_for(k_, [&](Index i) {
        simd::add_weighted_columns<T>(X_, Y.data() + i, k_, &gradient.W(0, q * k_ + i));
      });
    }
  }

  const SupervisedDictionary<T>& model_;
  ConstMatrixRef<T> X_;
  const Codes<T>& codes_;
  const Matrix<double>& omega_;
  core::ThreadPool& pool_;
  Index k_;
  Index p_;
  Matrix<T> WA_;  ///< k x (m p): omega_jl alpha_jl
  Matrix<T> R_;   ///< p x (m p): omega_jl (softmax(g) - e_l)
};

/// Codes must contain every hypothesis, in order.
template <class T>
void check_codes(const SupervisedDictionary<T>& model, const Codes<T>& codes, Index m) {
  bool all = std::ssize(codes.hypotheses) == model.n_classes();
  for (std::size_t l = 0; all && l < codes.hypotheses.size(); ++l) {
    all = codes.hypotheses[l] == static_cast<int>(l);
  }
  if (!all) {
    throw Error(ErrorCode::kInvalidShape, "codes hold " + std::to_string(codes.hypotheses.size()) +
                                              " hypotheses; expected all " +
                                              std::to_string(model.n_classes()) + " in order");
  }
  core::check_shape("codes.Alpha", codes.Alpha, model.n_atoms(), m * model.n_classes());
  core::check_shape("codes.value", codes.value, model.n_classes(), m);
  core::check_shape("codes.posterior", codes.posterior, model.n_classes(), m * model.n_classes());
}

}  // namespace

template <class T>
ObjectiveResult<T> objective(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                             const Codes<T>& codes, std::span<const int> y,
                             std::span<const double> weights, const ObjectiveOptions& options,
                             const Context& context) {
  options::validate(options);
  model.validate();
  core::check_signals(X, model.n_features());
  core::check_labels(y, X.cols(), model.n_classes());
  core::check_weights(weights, X.cols());
  check_codes(model, codes, X.cols());

  const double mu = options.mu;
  ObjectiveResult<T> result;
  result.omega.resize(model.n_classes(), X.cols());
  for (Index j = 0; j < X.cols(); ++j) {
    const auto costs = codes.value.col(j);
    const int label = y[j];
    const double weight = weights.empty() ? 1 : weights[j];
    core::softmin(costs, 1, result.omega.col(j));
    result.omega.col(j) *= -mu * weight;
    result.omega(label, j) += weight;
    result.value += weight * (mu * core::softmin_loss(costs, 1, label) + (1 - mu) * costs[label]);
  }
  result.gradient = GradientSums<T>(model, X, codes, result.omega, context.pool()).compute();

  const double lambda2 = options.lambda2;
  result.value += lambda2 * (model.W.template cast<double>().squaredNorm() +
                             model.b.template cast<double>().squaredNorm());
  result.gradient.W += static_cast<T>(2 * lambda2) * model.W;
  result.gradient.b += static_cast<T>(2 * lambda2) * model.b;
  return result;
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template ObjectiveResult<T> objective<T>(                                                     \
      const SupervisedDictionary<T>&, ConstMatrixRef<T>, const Codes<T>&, std::span<const int>, \
      std::span<const double>, const ObjectiveOptions&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
