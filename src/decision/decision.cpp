// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/decision.hpp"

#include "core/check.hpp"

namespace supdict {

namespace {

void check_classes(const std::string& name, Index n_classes) {
  if (n_classes >= 2) return;
  throw Error(ErrorCode::kInvalidShape, name + " has " + std::to_string(n_classes) +
                                            " entries; expected at least two classes");
}

}  // namespace

template <class T>
void SupervisedDictionary<T>::validate() const {
  if (n_atoms() < 1 || n_features() < 1) {
    throw Error(ErrorCode::kInvalidShape, "D is " + core::shape(D.rows(), D.cols()) +
                                              "; expected at least one feature and one atom");
  }
  check_classes("b", n_classes());
  if (decision == Decision::kLinear) {
    core::check_shape("W of a linear model (atoms x classes)", W, n_atoms(), n_classes());
  } else {
    core::check_shape("W of a bilinear model (features x atoms*classes)", W, n_features(),
                      n_atoms() * n_classes());
  }
  core::check_positive("lambda0", lambda0);
  core::check_positive("lambda1", lambda1);
  penalty.validate(n_atoms());
  atom_rules.validate(n_atoms());
  core::check_finite("D", D);
  core::check_finite("W", W);
  core::check_finite("b", b);
}

template <class T>
SupervisedDictionary<T> untrained(ConstMatrixRef<T> D, Index n_classes, Decision decision,
                                  double lambda0, double lambda1) {
  check_classes("theta", n_classes);
  const bool linear = decision == Decision::kLinear;
  SupervisedDictionary<T> model;
  model.decision = decision;
  model.D = D;
  model.W.setZero(linear ? D.cols() : D.rows(), linear ? n_classes : D.cols() * n_classes);
  model.b.setZero(n_classes);
  model.lambda0 = lambda0;
  model.lambda1 = lambda1;
  return model;
}

template struct SupervisedDictionary<float>;
template struct SupervisedDictionary<double>;
template SupervisedDictionary<float> untrained<float>(ConstMatrixRef<float>, Index, Decision,
                                                      double, double);
template SupervisedDictionary<double> untrained<double>(ConstMatrixRef<double>, Index, Decision,
                                                        double, double);

}  // namespace supdict
