// SPDX-License-Identifier: BSD-3-Clause
// Decision functions and the parameters that are learned together: D and theta = {W, b}.
//
//   linear     g_l(alpha)    = w_l' alpha + b_l        W is k x p,     column l is w_l
//   bilinear   g_l(x, alpha) = x' W_l alpha + b_l      W is n x (k p), columns l k .. l k + k-1
//                                                      are W_l
#pragma once

#include "supdict/export.hpp"
#include "supdict/names.hpp"
#include "supdict/penalty.hpp"
#include "supdict/types.hpp"

namespace supdict {

enum class Decision { kLinear, kBilinear };
constexpr auto names_of(Decision) {
  return std::to_array<std::string_view>({"linear", "bilinear"});
}

/// One dictionary shared by n_classes() decision functions, and the weights of the coding problem
///   S_l(alpha) = C_l(g(x, alpha)) + lambda0 ||x - D alpha||^2 + lambda1 ||alpha||_1
/// with, where asked, a richer penalty of the codes (supdict/penalty.hpp).
/// A plain value: any number of threads may read one at once.
template <class T>
struct SUPDICT_EXPORT SupervisedDictionary {
  Decision decision = Decision::kLinear;
  Matrix<T> D;  ///< n x k, every column in the unit ball
  Matrix<T> W;  ///< shape as above
  Vector<T> b;  ///< p
  double lambda0 = 0;
  double lambda1 = 0;
  CodePenalty penalty = {};
  AtomRules atom_rules = {};  ///< training keeps D so

  Index n_features() const { return D.rows(); }
  Index n_atoms() const { return D.cols(); }
  Index n_classes() const { return b.size(); }

  /// Throws Error unless shapes fit, p >= 2, k >= 1, lambdas are positive, the penalty is valid and
  /// all is finite.
  void validate() const;
};

/// theta = 0 for `n_classes` classes on top of the dictionary D.
template <class T>
SUPDICT_EXPORT SupervisedDictionary<T> untrained(ConstMatrixRef<T> D, Index n_classes,
                                                 Decision decision, double lambda0, double lambda1);

}  // namespace supdict
