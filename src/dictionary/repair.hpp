// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/rng.hpp"
#include "supdict/dictionary.hpp"

namespace supdict::dictionary {

/// Updates of an atom before an unused one counts as dead.
inline constexpr Index kUpdatesBeforeRepair = 8;

/// The random stream of first atoms and of new ones.
inline constexpr std::uint64_t kInitStream = 101;

/// Atom i becomes `direction` or what of it is not negative, or noise where that is zero, of unit
/// length or, where atoms must be sparse, the nearest that is allowed.
template <class T>
void set_atom(Matrix<T>& D, Index i, const Vector<T>& direction, const AtomRules& rules,
              core::Rng& rng);

/// Replaces dead atoms that are not fixed by the residuals of the worst-reconstructed signals of
/// the batch, or by what of them is allowed.
template <class T>
void repair_atoms(DictionaryState<T>& state, ConstMatrixRef<T> batch, const Codes<T>& codes,
                  const AtomRules& rules, std::uint64_t seed);

}  // namespace supdict::dictionary
