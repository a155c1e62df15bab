// SPDX-License-Identifier: BSD-3-Clause
// Logistic regression in the dual, for fewer signals than weights: theta of a bilinear decision is
// a sum over the signals (docs/equations.md, "Bilinear model, kernels"), so that a step costs
// signals x signals x classes, whatever the number of features and atoms.
//
//   minimise over theta   sum_j weight_j C_{y_j}(g_j) + lambda2 (||W||^2 + ||b||^2)
//   with                  K = L L',  g = L Theta + b,  ||W||^2 = ||Theta||^2
#pragma once

#include <span>

#include "core/thread_pool.hpp"
#include "supdict/decision.hpp"
#include "training/methods/lbfgs.hpp"

namespace supdict::training {

class KernelLogistic {
 public:
  /// K: m x m, positive semidefinite. `weights`: one per signal.
  KernelLogistic(const Matrix<double>& K, std::span<const int> y, std::span<const double> weights,
                 Index n_classes, core::ThreadPool& pool);

  /// Starts from the solution found last.
  void fit(double lambda2, int max_iterations);

  /// m x p: what the signals contribute to W. g = coefficients' K(signals, x) + b.
  Matrix<double> coefficients() const;
  Vector<double> bias() const { return theta_.tail(n_classes_).cast<double>(); }

 private:
  double evaluate(double lambda2, const Vector<float>& theta, Vector<float>& gradient);
  double residuals(const Vector<float>& theta);

  std::vector<int> y_;
  std::vector<double> weights_;  ///< of mean 1
  double unit_;                  ///< mean of the given ones
  Index n_classes_;
  core::ThreadPool& pool_;
  Matrix<double> L_;
  Matrix<float> features_;  ///< L in the type of the search
  Matrix<float> scores_;    ///< m x p, then weight (softmax(g) - e_y)
  Vector<float> theta_;     ///< Theta as stored (m x p), then b
};

/// Theta of a bilinear model by its kernel: codes `Alpha` (k x m) of signals X (n x m).
template <class T>
void fit_by_kernel(SupervisedDictionary<T>& model, const Matrix<T>& X, const Matrix<T>& Alpha,
                   std::span<const int> y, std::span<const double> weights, double lambda2,
                   int max_iterations, core::ThreadPool& pool);

}  // namespace supdict::training
