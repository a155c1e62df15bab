// SPDX-License-Identifier: BSD-3-Clause
#include "dictionary/repair.hpp"

#include <algorithm>

#include "core/sequence.hpp"
#include "dictionary/atom_update.hpp"
#include "dictionary/sparse_ball.hpp"

namespace supdict::dictionary {

template <class T>
void set_atom(Matrix<T>& D, Index i, const Vector<T>& direction, const AtomRules& rules,
              core::Rng& rng) {
  D.col(i) = direction;
  if (rules.nonnegative) D.col(i) = D.col(i).cwiseMax(T(0));
  while (!(D.col(i).norm() > T(0))) {
    for (T& value : D.col(i)) value = static_cast<T>(rng.normal());
    if (rules.nonnegative) D.col(i) = D.col(i).cwiseAbs();
  }
  D.col(i) /= D.col(i).norm();
  if (rules.sparsity > 0) into_sparse_ball<T>(D.col(i), rules.sparsity);
}

template <class T>
void repair_atoms(DictionaryState<T>& state, ConstMatrixRef<T> batch, const Codes<T>& codes,
                  const AtomRules& rules, std::uint64_t seed) {
  const double dead = kDeadShare * static_cast<double>(state.A.diagonal().sum());
  auto worst = core::numbers_below(batch.cols());
  std::stable_sort(worst.begin(), worst.end(),
                   [&](Index a, Index b) { return codes.value(0, a) > codes.value(0, b); });
  std::size_t next = 0;
  core::Rng rng{seed, kInitStream, static_cast<std::uint64_t>(state.n_updates)};
  for (Index i = rules.fixed; i < state.D.cols() && next < worst.size(); ++i) {
    if (static_cast<double>(state.A(i, i)) > dead) continue;
    const Index j = worst[next++];
    set_atom<T>(state.D, i, batch.col(j) - state.D * codes.code(j), rules, rng);
    state.A.row(i).setZero();
    state.A.col(i).setZero();
    state.B.col(i).setZero();
    ++state.n_replaced;
  }
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void set_atom<T>(Matrix<T>&, Index, const Vector<T>&, const AtomRules&, core::Rng&); \
  template void repair_atoms<T>(DictionaryState<T>&, ConstMatrixRef<T>, const Codes<T>&,        \
                                const AtomRules&, std::uint64_t);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::dictionary
