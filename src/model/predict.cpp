// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predict.hpp"

#include "core/check.hpp"
#include "core/softmax.hpp"
#include "model/certified.hpp"

namespace supdict {
namespace {

/// Signals coded at a time: bounds the memory for codes, large enough for every thread.
constexpr Index kChunk = 4096;

}  // namespace

template <class T>
Prediction predict(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                   const CodingOptions& options, const Context& context) {
  const Coder<T> coder(model, options, context);
  core::check_signals(X, model.n_features());
  const Index m = X.cols();
  Prediction result;
  result.summary.solver = options.solver;
  result.summary.simd = simd_level();
  result.costs.resize(model.n_classes(), m);
  result.gaps.resize(model.n_classes(), m);
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    const Codes<T> codes = coder.encode(X.middleCols(first, count));
    result.costs.middleCols(first, count) = codes.value;
    result.gaps.middleCols(first, count) = codes.gap;
    result.summary.merge(codes.summary);
  }
  result.probabilities.resize(model.n_classes(), m);
  result.label.resize(static_cast<std::size_t>(m));
  result.certified.resize(static_cast<std::size_t>(m));
  for (Index j = 0; j < m; ++j) {
    Index label = 0;
    result.costs.col(j).minCoeff(&label);
    core::softmin(result.costs.col(j), 1, result.probabilities.col(j));
    result.label[static_cast<std::size_t>(j)] = static_cast<int>(label);
    result.certified[static_cast<std::size_t>(j)] =
        model::is_certified(result.costs.col(j), result.gaps.col(j), label);
  }
  return result;
}

template Prediction predict<float>(const SupervisedDictionary<float>&, ConstMatrixRef<float>,
                                   const CodingOptions&, const Context&);
template Prediction predict<double>(const SupervisedDictionary<double>&, ConstMatrixRef<double>,
                                    const CodingOptions&, const Context&);

}  // namespace supdict
