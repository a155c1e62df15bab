// SPDX-License-Identifier: BSD-3-Clause
#include "core/check.hpp"
#include "simd/columns.hpp"
#include "supdict/classifier.hpp"
#include "supdict/predict.hpp"

namespace supdict {
template <class T>
Matrix<double> decision_values(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                               ConstMatrixRef<T> Alpha) {
  core::check_features(X, model.n_features());
  core::check_shape("Alpha", Alpha, model.n_atoms(), X.cols());
  Matrix<double> values(model.n_classes(), X.cols());
  const Index k = model.n_atoms();
  Vector<T> filtered(X.rows());
  for (Index j = 0; j < X.cols(); ++j) {
    for (Index l = 0; l < model.n_classes(); ++l) {
      double g = static_cast<double>(model.b[l]);
      if (model.decision == Decision::kLinear) {
        g += static_cast<double>(model.W.col(l).dot(Alpha.col(j)));
      } else {
        filtered.setZero();
        simd::add_weighted_columns<T>(model.W.middleCols(l * k, k), Alpha.col(j).data(), 1,
                                      filtered.data());
        g += static_cast<double>(filtered.dot(X.col(j)));
      }
      values(l, j) = g;
    }
  }
  return values;
}

template <class T>
PartCosts part_costs(const Part<T>& part, Method method, ConstMatrixRef<T> X,
                     const CodingOptions& coding, const Context& context) {
  PartCosts result;
  if (method == Method::kRec) {
    const Codes<T> codes = Coder<T>(part.model, coding, context).lasso(X);
    result.costs = -decision_values<T>(part.model, X, codes.Alpha);
    result.gaps.setZero(result.costs.rows(), result.costs.cols());
    result.summary = codes.summary;
    return result;
  }
  Codes<T> codes = Coder<T>(part.model, coding, context).encode(X);
  result.costs = std::move(codes.value);
  result.gaps = std::move(codes.gap);
  result.summary = std::move(codes.summary);
  return result;
}

template Matrix<double> decision_values<float>(const SupervisedDictionary<float>&,
                                               ConstMatrixRef<float>, ConstMatrixRef<float>);
template Matrix<double> decision_values<double>(const SupervisedDictionary<double>&,
                                                ConstMatrixRef<double>, ConstMatrixRef<double>);
template PartCosts part_costs<float>(const Part<float>&, Method, ConstMatrixRef<float>,
                                     const CodingOptions&, const Context&);
template PartCosts part_costs<double>(const Part<double>&, Method, ConstMatrixRef<double>,
                                      const CodingOptions&, const Context&);

}  // namespace supdict
