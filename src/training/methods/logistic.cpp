// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/logistic.hpp"

#include "core/sequence.hpp"
#include "core/thread_pool.hpp"
#include "simd/level.hpp"
#include "training/part/weights.hpp"

namespace supdict::training {
namespace {

/// Signals per unit of work.
constexpr Index kBlock = 256;
/// Features per unit of work: few enough that their gradients for all atoms stay in the L1 cache.
constexpr Index kStripe = 128;
/// Stops when no gradient entry exceeds this share of the objective.
constexpr double kTolerance = 1e-6;

template <class T>
class LogisticObjective {
 public:
  LogisticObjective(const SupervisedDictionary<T>& model, const signals::SignalSet<T>& signals,
                    std::span<const int> y, std::span<const double> weights,
                    const SparseCodes<T>& codes, double lambda2, core::ThreadPool& pool)
      : signals_(signals),
        y_(y),
        weights_(weights),
        codes_(codes),
        by_atom_(model.decision == Decision::kLinear ? codes.transposed() : SparseCodes<T>()),
        lambda2_(lambda2),
        pool_(pool),
        bilinear_(model.decision == Decision::kBilinear),
        n_(model.n_features()),
        k_(model.n_atoms()),
        p_(model.n_classes()),
        relative_(bilinear_ ? n_ * k_ * (p_ - 1) : 0),
        R_(p_, signals.size()),
        combine_(simd::kernels<T>().combine) {}

  /// theta = (W as stored, then b).
  double evaluate(const Vector<T>& theta, Vector<T>& gradient) {
    if (bilinear_) subtract_last_class(theta);
    double value = evaluate_signals(theta);
    if (bilinear_) {
      bilinear_gradient(gradient);
    } else {
      linear_gradient(gradient);
    }
    gradient.tail(p_) = R_.template cast<double>().rowwise().sum().template cast<T>();
    gradient += static_cast<T>(2 * lambda2_) * theta;
    return value + lambda2_ * theta.template cast<double>().squaredNorm();
  }

 private:
  /// Costs depend only on differences between classes, so the last class needs no computation.
  void subtract_last_class(const Vector<T>& theta) {
    const Index size = n_ * k_;
    const auto last = theta.segment((p_ - 1) * size, size);
    for (Index l = 0; l + 1 < p_; ++l) {
      relative_.segment(l * size, size) = theta.segment(l * size, size) - last;
    }
  }

  /// g of one signal up to a constant, in z. `filtered` is scratch for W_l alpha.
  void scores(const Vector<T>& theta, Index j, Vector<T>& filtered, Vector<double>& z) const {
    z = theta.tail(p_).template cast<double>();
    if (!bilinear_) {
      for (Index l = 0; l < p_; ++l) {
        for (auto e = codes_.begin(j); e != codes_.end(j); ++e) {
          z[l] += static_cast<double>(e->value) * static_cast<double>(theta[l * k_ + e->index]);
        }
      }
      return;
    }
    for (Index l = 0; l + 1 < p_; ++l) {
      const T* W = relative_.data() + l * k_ * n_;
      filtered.setZero();
      for (auto e = codes_.begin(j); e != codes_.end(j); ++e) {
        combine_(n_, 1, W + e->index * n_, n_, &e->value, 1, filtered.data());
      }
      z[l] += static_cast<double>(filtered.dot(signals_.signal(j)));
    }
  }

  /// Fills R_ with weight (softmax(g) - e_y); returns the sum of costs.
  double evaluate_signals(const Vector<T>& theta) {
    const Index m = signals_.size();
    const Index n_blocks = (m + kBlock - 1) / kBlock;
    std::vector<double> sums(n_blocks, 0.0);
    pool_.parallel_for(n_blocks, [&](Index block) {
      Vector<T> filtered(n_);
      Vector<double> z(p_);
      double sum = 0;
      for (Index j = block * kBlock; j < std::min(m, (block + 1) * kBlock); ++j) {
        const double weight = weights_.empty() ? 1 : weights_[j];
        scores(theta, j, filtered, z);
        const double top = z.maxCoeff();
        const double own = z[y_[j]];
        z = (z.array() - top).exp();
        const double total = z.sum();
        sum += weight * (std::log(total) + top - own);
        R_.col(j) = (weight / total * z).template cast<T>();
        R_(y_[j], j) -= static_cast<T>(weight);
      }
      sums[block] = sum;
    });
    double total = 0;
    for (const double sum : sums) total += sum;
    return total;
  }

  void linear_gradient(Vector<T>& gradient) const {
    pool_.parallel_for(k_, [&](Index i) {
      for (Index l = 0; l < p_; ++l) {
        double sum = 0;
        for (auto e = by_atom_.begin(i); e != by_atom_.end(i); ++e) {
          sum += static_cast<double>(e->value) * static_cast<double>(R_(l, e->index));
        }
        gradient[l * k_ + i] = static_cast<T>(sum);
      }
    });
  }

  /// One pass over the signals for each stripe of features. The columns of R_ sum to 0, so the
  /// gradients of all classes do too.
  void bilinear_gradient(Vector<T>& gradient) const {
    gradient.setZero();
    const Index n_stripes = (n_ + kStripe - 1) / kStripe;
    const Index width = (n_ + n_stripes - 1) / n_stripes;
    pool_.parallel_for(n_stripes, [&](Index stripe) {
      const Index first = stripe * width;
      const Index count = std::min(width, n_ - first);
      for (Index j = 0; j < signals_.size(); ++j) {
        const T* x = signals_.signal(j).data() + first;
        for (auto e = codes_.begin(j); e != codes_.end(j); ++e) {
          for (Index l = 0; l + 1 < p_; ++l) {
            const T weight = e->value * R_(l, j);
            combine_(count, 1, x, n_, &weight, 1,
                     gradient.data() + (l * k_ + e->index) * n_ + first);
          }
        }
      }
    });
    auto by_class = gradient.head(n_ * k_ * p_).reshaped(n_ * k_, p_);
    by_class.col(p_ - 1) = -by_class.leftCols(p_ - 1).rowwise().sum();
  }

  const signals::SignalSet<T>& signals_;
  std::span<const int> y_;
  std::span<const double> weights_;
  const SparseCodes<T>& codes_;
  SparseCodes<T> by_atom_;  ///< linear: the codes by atom
  double lambda2_;
  core::ThreadPool& pool_;
  bool bilinear_;
  Index n_;
  Index k_;
  Index p_;
  Vector<T> relative_;  ///< bilinear: W_l - W_p of all classes but the last
  Matrix<T> R_;         ///< p x m
  decltype(simd::Kernels<T>::combine) combine_;
};

/// theta in one vector: W as stored, then b.
template <class T>
Vector<T> joined(const SupervisedDictionary<T>& model) {
  Vector<T> theta(model.W.size() + model.b.size());
  theta << model.W.reshaped(), model.b;
  return theta;
}

}  // namespace

template <class T>
Gradient<T> logistic_gradient(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                              std::span<const int> y, std::span<const double> weights,
                              const SparseCodes<T>& codes, const Context& context) {
  const signals::SignalSet<T> signals(X, core::numbers_below(X.cols()), Preprocessing{}, 0);
  LogisticObjective<T> objective(model, signals, y, weights, codes, 0, context.pool());
  const Vector<T> theta = joined(model);
  Vector<T> slope(theta.size());
  objective.evaluate(theta, slope);
  Gradient<T> gradient;
  gradient.W = slope.head(model.W.size()).reshaped(model.W.rows(), model.W.cols());
  gradient.b = slope.tail(model.b.size());
  return gradient;
}

template <class T>
LbfgsSummary fit_logistic(SupervisedDictionary<T>& model, const signals::SignalSet<T>& signals,
                          std::span<const int> y, std::span<const double> weights,
                          const SparseCodes<T>& codes, double lambda2, int max_iterations,
                          const Context& context) {
  // The tolerance is meant for weights of 1; scaling all weights does not change the solution.
  const double unit = mean_weight(weights);
  std::vector<double> in_units(weights.begin(), weights.end());
  for (double& weight : in_units) weight /= unit;
  LogisticObjective<T> objective(model, signals, y, in_units, codes, lambda2 / unit,
                                 context.pool());
  Vector<T> theta = joined(model);
  auto summary = Lbfgs<T>().minimise(
      [&](const Vector<T>& x, Vector<T>& gradient) { return objective.evaluate(x, gradient); },
      theta, max_iterations, kTolerance);
  model.W = theta.head(model.W.size()).reshaped(model.W.rows(), model.W.cols());
  model.b = theta.tail(model.b.size());
  summary.value *= unit;
  return summary;
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template LbfgsSummary fit_logistic<T>(SupervisedDictionary<T>&, const signals::SignalSet<T>&, \
                                        std::span<const int>, std::span<const double>,          \
                                        const SparseCodes<T>&, double, int, const Context&);    \
  template Gradient<T> logistic_gradient<T>(const SupervisedDictionary<T>&, ConstMatrixRef<T>,  \
                                            std::span<const int>, std::span<const double>,      \
                                            const SparseCodes<T>&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
