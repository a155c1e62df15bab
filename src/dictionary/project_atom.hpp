// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "dictionary/sparse_ball.hpp"
#include "supdict/penalty.hpp"

namespace supdict::dictionary {

/// The nearest atom that the rules allow [equations.md E15]. True if it was too long, or on the
/// sphere of another length. `norm_of` says how the length is taken, which its last bit depends on.
template <class T, class Atom, class Norm>
bool project_atom(Atom&& d, const AtomRules& rules, const Norm& norm_of) {
  Index largest = 0;
  if (rules.on_sphere) d.maxCoeff(&largest);
  if (rules.nonnegative) d = d.cwiseMax(T(0));
  if (rules.sparsity > 0) return into_sparse_ball<T>(d, rules.sparsity);
  const T norm = norm_of(d);
  if (rules.on_sphere && !(norm > T(0))) {
    d.setZero();
    d[largest] = T(1);
    return true;
  }
  if (rules.on_sphere ? norm == T(1) : norm <= T(1)) return false;
  d /= norm;
  return true;
}

}  // namespace supdict::dictionary
