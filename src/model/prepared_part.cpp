// SPDX-License-Identifier: BSD-3-Clause
#include "model/prepared_part.hpp"

#include <algorithm>

#include "model/certification.hpp"
#include "supdict/predict.hpp"

namespace supdict::model {
namespace {

/// Relative gap of codes in double that decide between two classes: far below the width of the
/// bounds in float, and quickly reached.
constexpr double kDecidingTolerance = 1e-10;

std::vector<Index> undecided(const PartCosts& costs) {
  std::vector<Index> open;
  for (Index j = 0; j < costs.costs.cols(); ++j) {
    Index best = 0;
    costs.costs.col(j).minCoeff(&best);
    if (!is_certified(costs.lower.col(j), costs.upper.col(j), best)) open.push_back(j);
  }
  return open;
}

template <class T>
coding::Prepared<double> deciding_coder(const SupervisedDictionary<T>& model,
                                        CodingOptions options) {
  options.tolerance = std::min(options.tolerance, kDecidingTolerance);
  const SupervisedDictionary<double> in_double{.decision = model.decision,
                                               .D = model.D.template cast<double>(),
                                               .W = model.W.template cast<double>(),
                                               .b = model.b.template cast<double>(),
                                               .lambda0 = model.lambda0,
                                               .lambda1 = model.lambda1,
                                               .penalty = model.penalty};
  return coding::Prepared<double>(in_double, std::move(options));
}

}  // namespace

template <class T>
PreparedPart<T>::PreparedPart(const SupervisedDictionary<T>& model, CodingOptions options)
    : model_(model),
      options_(std::move(options)),
      coder_(std::make_shared<const coding::Prepared<T>>(model, options_)) {}

template <class T>
PartCosts PreparedPart<T>::class_costs(ConstMatrixRef<T> X, const Context& context) const {
  return class_costs(coder_->encode(X, {}, context), X, context);
}

template <class T>
PartCosts PreparedPart<T>::class_costs(Codes<T> codes, ConstMatrixRef<T> X,
                                       const Context& context) const {
  PartCosts result{std::move(codes.value), std::move(codes.lower), std::move(codes.upper),
                   std::move(codes.summary)};
  if constexpr (std::is_same_v<T, float>) decide_in_double(X, context, result);
  return result;
}

template <class T>
PartCosts PreparedPart<T>::costs(Method method, ConstMatrixRef<T> X, const Context& context) const {
  if (method != Method::kRec) return class_costs(X, context);
  PartCosts result;
  const Codes<T> codes = coder_->lasso(X, context);
  result.costs = -decision_values<T>(model_, X, codes.Alpha);
  result.lower = result.upper = result.costs;
  result.summary = codes.summary;
  return result;
}

template <class T>
void PreparedPart<T>::decide_in_double(ConstMatrixRef<T> X, const Context& context,
                                       PartCosts& costs) const {
  const std::vector<Index> open = undecided(costs);
  if (open.empty()) return;
  const Matrix<double> signals = X(Eigen::all, open).template cast<double>();
  const auto& coder = in_double_.get([&] { return deciding_coder(model_, options_); });
  const Codes<double> codes = coder.encode(signals, {}, context.without_cuda());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto column = static_cast<Index>(i);
    costs.costs.col(open[i]) = codes.value.col(column);
    costs.lower.col(open[i]) = codes.lower.col(column);
    costs.upper.col(open[i]) = codes.upper.col(column);
  }
  costs.summary.n_in_double += codes.summary.n_problems;
  costs.summary.seconds += codes.summary.seconds;
}

template <class T>
std::size_t PreparedPart<T>::memory_bytes() const {
  const auto* const in_double = in_double_.peek();
  return coder_->memory_bytes() + (in_double != nullptr ? in_double->memory_bytes() : 0);
}

template class PreparedPart<float>;
template class PreparedPart<double>;

}  // namespace supdict::model
