// SPDX-License-Identifier: BSD-3-Clause
#include "core/check.hpp"
#include "model/decision_values.hpp"
#include "model/prepared_part.hpp"
#include "supdict/classifier.hpp"
#include "supdict/predict.hpp"

namespace supdict {
template <class T>
Matrix<double> decision_values(const SupervisedDictionary<T>& model, ConstMatrixRef<T> X,
                               ConstMatrixRef<T> Alpha) {
  core::check_features(X, model.n_features());
  core::check_shape("Alpha", Alpha, model.n_atoms(), X.cols());
  Matrix<double> values(model.n_classes(), X.cols());
  Vector<T> filtered(X.rows());
  for (Index j = 0; j < X.cols(); ++j) {
    model::decision_values<T>(model, X.col(j), Alpha.col(j), filtered, values.col(j));
  }
  return values;
}

template <class T>
PartCosts part_costs(const Part<T>& part, Method method, ConstMatrixRef<T> X,
                     const CodingOptions& coding, const Context& context) {
  options::validate(coding);
  part.model.validate();
  return model::PreparedPart<T>(part.model, coding).costs(method, X, context);
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
