// SPDX-License-Identifier: BSD-3-Clause
// Costs and lower bounds of optima in long double, by plain loops over signal, dictionary and code:
// only the formulas are shared with the library.
#pragma once

#include "supdict/decision.hpp"

namespace supdict::testing {

struct ExactBounds {
  long double lower = 0;  ///< dual at the scaled residual of the code (equations.md E12, E14)
  long double upper = 0;  ///< cost of the code
};

/// At the optimum under `label`, or of the lasso with kappa for label -1; evaluated at the code
/// `alpha`.
template <class T>
ExactBounds exact_bounds(const SupervisedDictionary<T>& model, const Vector<T>& x,
                         const Vector<double>& alpha, int label, double kappa);

}  // namespace supdict::testing
