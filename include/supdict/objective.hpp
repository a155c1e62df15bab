// SPDX-License-Identifier: BSD-3-Clause
// The training objective and its exact gradients (docs/equations.md, E5 to E10):
//
//   E(D, theta) = sum_j weight_j [ mu C_{y_j}(-S*(x_j)) + (1 - mu) S*_{y_j}(x_j) ]
//                 + lambda2 (||W||^2 + ||b||^2)
#pragma once

#include <span>

#include "supdict/coding.hpp"
#include "supdict/decision.hpp"

namespace supdict {

struct ObjectiveOptions {
  double mu = 0;
  double lambda2 = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.mu, Field{.name = "mu",
                         .help = "share of the discriminative term; 0 is SDL-G",
                         .min = 0,
                         .max = 1});
    visit(self.lambda2, Field{.name = "lambda2", .help = "weight of ||theta||^2", .min = 0});
  }
};

template <class T>
struct Gradient {
  Matrix<T> D;
  Matrix<T> W;
  Vector<T> b;
};

template <class T>
struct ObjectiveResult {
  double value = 0;
  Gradient<T> gradient;
  Matrix<double> omega;  ///< p x m: weight_j (1{l = y_j} - mu softmax(-S*_j)[l])
};

/// E and its gradients from the codes of X under every hypothesis, in order 0 .. p-1. By the
/// envelope theorem the gradients are exact when the codes are optimal. `weights` has one entry
/// per signal; empty means 1 for each.
template <class T>
SUPDICT_EXPORT ObjectiveResult<T> objective(const SupervisedDictionary<T>& model,
                                            ConstMatrixRef<T> X, const Codes<T>& codes,
                                            std::span<const int> y, std::span<const double> weights,
                                            const ObjectiveOptions& options = {},
                                            const Context& context = Context());
/// The same without weights.
template <class T>
ObjectiveResult<T> objective(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                             const Codes<T>& codes, std::span<const int> y,
                             const ObjectiveOptions& options = {},
                             const Context& context = Context()) {
  return objective<T>(model, X, codes, y, std::span<const double>(), options, context);
}

/// Cost scale of the paper's lambda0 rule:
///   gamma = argmin_{gamma >= 0} sum_j weight_j C_{y_j}(-gamma S*_j)
struct ScaleFit {
  double gamma = 1;
  bool separable = false;  ///< the sum has no minimiser: gamma is `gamma_max`
  bool useless = false;    ///< the minimiser is 0: these costs do not separate the classes
};

/// `costs` is p x m. `weights` has one entry per signal; empty means 1 for each. gamma is searched
/// in [0, gamma_max].
SUPDICT_EXPORT ScaleFit fit_gamma(ConstMatrixRef<double> costs, std::span<const int> y,
                                  std::span<const double> weights = {}, double gamma_max = 1e6);

}  // namespace supdict
