// SPDX-License-Identifier: BSD-3-Clause
// E(D, theta) and its gradient while the codes of all training signals are held fixed: the second
// half of the paper's alternation, its Eq. (dicoUpdate).
#pragma once

#include "supdict/objective.hpp"
#include "training/methods/sparse_codes.hpp"
#include "training/methods/state.hpp"

namespace supdict::training {

template <class T>
class FixedCodes {
 public:
  /// Codes every training signal under every hypothesis at `model`.
  FixedCodes(const PartProblem<T>& problem, const TrainOptions& options, double mu,
             const SupervisedDictionary<T>& model, const Context& context);

  double value(const SupervisedDictionary<T>& model) const;
  /// The same, with the gradient.
  double value(const SupervisedDictionary<T>& model, Gradient<T>& gradient) const;

 private:
  double sum_chunks(const SupervisedDictionary<T>& model, Gradient<T>* gradient) const;
  Codes<T> codes_at(const SupervisedDictionary<T>& model, const Matrix<T>& X, Index first) const;

  const PartProblem<T>& problem_;
  const TrainOptions& options_;
  double mu_;
  Context context_;
  SparseCodes<T> codes_;  ///< k x (m p)
};

}  // namespace supdict::training
