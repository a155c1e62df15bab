// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numeric>

#include "core/check.hpp"
#include "supdict/logistic.hpp"
#include "training/logistic.hpp"

namespace supdict {
namespace {

constexpr int kMostIterations = 300;

}  // namespace

template <class T>
void fit_decision(SupervisedDictionary<T>& model, ConstMatrixRef<T> X, ConstMatrixRef<T> Alpha,
                  std::span<const int> y, double lambda2, const Context& context) {
  model.validate();
  core::check_signals(X, model.n_features());
  core::check_shape("Alpha", Alpha, model.n_atoms(), X.cols());
  core::check_finite("Alpha", Alpha);
  core::check_labels(y, X.cols(), model.n_classes());
  if (!(lambda2 >= 0) || !std::isfinite(lambda2)) {
    throw Error(ErrorCode::kInvalidOption,
                "lambda2 is " + core::number(lambda2) + "; expected a finite number, at least 0");
  }
  std::vector<Index> columns(static_cast<std::size_t>(X.cols()));
  std::iota(columns.begin(), columns.end(), Index{0});
  const signals::SignalSet<T> signals(X, std::move(columns), Preprocessing(), 0);
  training::SparseCodes<T> codes(model.n_atoms());
  codes.append(Alpha);
  const std::vector<double> weights(y.size(), 1);
  training::fit_logistic<T>(model, signals, y, weights, codes, lambda2, kMostIterations, context);
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void fit_decision<T>(SupervisedDictionary<T>&, ConstMatrixRef<T>, ConstMatrixRef<T>, \
                                std::span<const int>, double, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
