// SPDX-License-Identifier: BSD-3-Clause
#include "dictionary/project_atom.hpp"
#include "supdict/dictionary.hpp"

namespace supdict {

template <class T>
Index project_atoms(Matrix<T>& D, const AtomRules& rules) {
  rules.validate(D.cols());
  const auto norm_of = [](const auto& d) { return d.stableNorm(); };
  Index n_projected = 0;
  for (Index i = rules.fixed; i < D.cols(); ++i) {
    if (dictionary::project_atom<T>(D.col(i), rules, norm_of)) ++n_projected;
  }
  return n_projected;
}

template Index project_atoms<float>(Matrix<float>&, const AtomRules&);
template Index project_atoms<double>(Matrix<double>&, const AtomRules&);

}  // namespace supdict
