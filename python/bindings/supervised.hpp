// SPDX-License-Identifier: BSD-3-Clause
// Conversion of a supervised dictionary. In Python the atoms are rows:
//
//   dictionary (k, n);  bias (p,);  weights (p, k) if linear, (p, k, n) if bilinear
#pragma once

#include <pybind11/stl.h>

#include <string>
#include <supdict/decision.hpp>
#include <vector>

#include "arrays.hpp"

namespace supdict::python {

/// An opaque handle.
template <class T>
struct Supervised {
  SupervisedDictionary<T> value;
};

template <class T>
Supervised<T> make_supervised(const std::string& decision, const Array<T>& dictionary,
                              const Array<T>& weights, const Array<T>& bias, double lambda0,
                              double lambda1, bool nonnegative, double ridge,
                              const std::vector<double>& atom_weights) {
  SupervisedDictionary<T> model;
  model.decision = parse_name<Decision>("decision", decision);
  model.D = view(dictionary);
  const Index rows = weights.ndim() == 0 ? 0 : weights.shape(weights.ndim() - 1);
  model.W =
      Eigen::Map<const Matrix<T>>(weights.data(), rows, rows == 0 ? 0 : weights.size() / rows);
  model.b = Eigen::Map<const Vector<T>>(bias.data(), bias.size());
  model.lambda0 = lambda0;
  model.lambda1 = lambda1;
  model.penalty = {.nonnegative = nonnegative, .ridge = ridge, .weights = atom_weights};
  model.validate();
  return {std::move(model)};
}

template <class T>
py::dict model_dict(const SupervisedDictionary<T>& model) {
  const Index p = model.n_classes();
  const Index k = model.n_atoms();
  const bool linear = model.decision == Decision::kLinear;
  py::dict result;
  result["decision"] = to_string(model.decision);
  result["dictionary"] = copy_of(model.D);
  result["weights"] =
      linear ? copy_of(model.W) : to_array(Matrix<T>(model.W), {p, k, model.n_features()});
  result["bias"] = copy_of(model.b);
  result["lambda0"] = model.lambda0;
  result["lambda1"] = model.lambda1;
  result["nonnegative"] = model.penalty.nonnegative;
  result["ridge"] = model.penalty.ridge;
  result["atom_weights"] = model.penalty.weights;
  return result;
}

}  // namespace supdict::python
