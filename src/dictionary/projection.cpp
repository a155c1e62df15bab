// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/dictionary.hpp"

namespace supdict {

template <class T>
Index project_atoms(Matrix<T>& D, bool nonnegative) {
  if (nonnegative) D = D.cwiseMax(T(0));
  Index n_projected = 0;
  for (auto d : D.colwise()) {
    const T norm = d.stableNorm();
    if (norm <= T(1)) continue;
    d /= norm;
    ++n_projected;
  }
  return n_projected;
}

template Index project_atoms<float>(Matrix<float>&, bool);
template Index project_atoms<double>(Matrix<double>&, bool);

}  // namespace supdict
