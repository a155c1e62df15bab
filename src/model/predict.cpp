// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/predict.hpp"

#include "core/check.hpp"
#include "core/softmax.hpp"

namespace supdict {
namespace {

/// Signals coded at a time: bounds the memory for codes, large enough for every thread.
constexpr Index kChunk = 4096;

/// The predicted class cannot cost more than any other one, even at the far ends of the gaps.
bool is_certified(const Eigen::Ref<const Vector<double>>& costs,
                  const Eigen::Ref<const Vector<double>>& gaps, Index label) {
  for (Index l = 0; l < costs.size(); ++l) {
    if (l != label && costs[l] - gaps[l] <= costs[label]) return false;
  }
  return true;
}

void merge(CodingSummary& total, const CodingSummary& part) {
  const auto before = static_cast<double>(total.n_problems);
  const auto added = static_cast<double>(part.n_problems);
  const double all = std::max(1.0, before + added);
  total.mean_iterations = (before * total.mean_iterations + added * part.mean_iterations) / all;
  total.mean_nonzeros = (before * total.mean_nonzeros + added * part.mean_nonzeros) / all;
  total.n_problems += part.n_problems;
  total.n_converged += part.n_converged;
  total.n_iteration_limit += part.n_iteration_limit;
  total.n_precision_limit += part.n_precision_limit;
  total.max_relative_gap = std::max(total.max_relative_gap, part.max_relative_gap);
  total.seconds += part.seconds;
}

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
    merge(result.summary, codes.summary);
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
        is_certified(result.costs.col(j), result.gaps.col(j), label);
  }
  return result;
}

template Prediction predict<float>(const SupervisedDictionary<float>&, ConstMatrixRef<float>,
                                   const CodingOptions&, const Context&);
template Prediction predict<double>(const SupervisedDictionary<double>&, ConstMatrixRef<double>,
                                    const CodingOptions&, const Context&);

}  // namespace supdict
