// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/check.hpp"
#include "core/sequence.hpp"
#include "supdict/logistic.hpp"
#include "training/methods/logistic.hpp"

namespace supdict {
namespace {

constexpr int kMostIterations = 300;

}  // namespace

template <class T>
void fit_decision(SupervisedDictionary<T>& model, ConstMatrixRef<T> X, ConstMatrixRef<T> Alpha,
                  std::span<const int> y, std::span<const double> weights, double lambda2,
                  const Context& context) {
  model.validate();
  core::check_signals(X, model.n_features());
  core::check_shape("Alpha", Alpha, model.n_atoms(), X.cols());
  core::check_finite("Alpha", Alpha);
  core::check_labels(y, X.cols(), model.n_classes());
  core::check_weights(weights, X.cols());
  if (!(lambda2 >= 0) || !std::isfinite(lambda2)) {
    throw Error(ErrorCode::kInvalidOption,
                "lambda2 is " + core::number(lambda2) + "; expected a finite number, at least 0");
  }
  const signals::SignalSet<T> signals(X, core::numbers_below(X.cols()), Preprocessing(), 0);
  training::SparseCodes<T> codes(model.n_atoms());
  codes.append(Alpha);
  training::fit_logistic<T>(model, signals, y, weights, codes, lambda2, kMostIterations, context);
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void fit_decision<T>(SupervisedDictionary<T>&, ConstMatrixRef<T>, ConstMatrixRef<T>, \
                                std::span<const int>, std::span<const double>, double,          \
                                const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
