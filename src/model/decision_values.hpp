// SPDX-License-Identifier: BSD-3-Clause
// The decision functions of one signal and one dense code.
#pragma once

#include "simd/columns.hpp"
#include "supdict/decision.hpp"

namespace supdict::model {

/// values(l) = g_l(x, alpha) [E2]. `filtered`: n numbers to work in.
template <class T>
void decision_values(const SupervisedDictionary<T>& model, Eigen::Ref<const Vector<T>> x,
                     Eigen::Ref<const Vector<T>> alpha, Vector<T>& filtered,
                     Eigen::Ref<Vector<double>> values) {
  const Index k = model.n_atoms();
  for (Index l = 0; l < model.n_classes(); ++l) {
    values[l] = static_cast<double>(model.b[l]);
    if (model.decision == Decision::kLinear) {
      values[l] += static_cast<double>(model.W.col(l).dot(alpha));
    } else {
      filtered.setZero();
      simd::add_weighted_columns<T>(model.W.middleCols(l * k, k), alpha.data(), 1, filtered.data());
      values[l] += static_cast<double>(filtered.dot(x));
    }
  }
}

}  // namespace supdict::model
