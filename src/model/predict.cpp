// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predict.hpp"

#include "core/check.hpp"
#include "core/softmax.hpp"
#include "model/certification.hpp"
#include "model/coupling.hpp"
#include "model/prepared_part.hpp"

namespace supdict {
namespace {

/// Signals coded at a time: few enough to bound the memory for codes, enough to keep every thread
/// busy.
constexpr Index kChunk = 4096;

}  // namespace

template <class T>
Prediction predict(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                   const CodingOptions& options, const Context& context) {
  options::validate(options);
  model.validate();
  const model::PreparedPart<T> prepared(model, options);
  core::check_signals(X, model.n_features());
  const Index m = X.cols();
  Prediction result;
  result.summary.solver = options.solver;
  result.summary.simd = simd_level();
  result.costs.resize(model.n_classes(), m);
  result.lower.resize(model.n_classes(), m);
  result.upper.resize(model.n_classes(), m);
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    const PartCosts found = prepared.class_costs(X.middleCols(first, count), context);
    result.costs.middleCols(first, count) = found.costs;
    result.lower.middleCols(first, count) = found.lower;
    result.upper.middleCols(first, count) = found.upper;
    result.summary.merge(found.summary);
  }
  result.probabilities.resize(model.n_classes(), m);
  result.label.resize(m);
  result.certified.resize(m);
  for (Index j = 0; j < m; ++j) {
    Index label = 0;
    result.costs.col(j).minCoeff(&label);
    core::softmin(result.costs.col(j), 1, result.probabilities.col(j));
    model::put_first(label, result.probabilities.col(j));
    result.label[j] = static_cast<int>(label);
    result.certified[j] = model::is_certified(result.lower.col(j), result.upper.col(j), label);
  }
  return result;
}

template Prediction predict<float>(const SupervisedDictionary<float>&, ConstMatrixRef<float>,
                                   const CodingOptions&, const Context&);
template Prediction predict<double>(const SupervisedDictionary<double>&, ConstMatrixRef<double>,
                                    const CodingOptions&, const Context&);

}  // namespace supdict
