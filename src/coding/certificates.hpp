// SPDX-License-Identifier: BSD-3-Clause
// What the solvers say about each signal, as the matrices and counts of a result.
#pragma once

#include <span>

#include "coding/problem.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {

/// All of `codes` that outcomes of m signals under its hypotheses say, and the counts of its
/// summary. `with_level`: the outcomes have a level.
template <class T>
void report(std::span<const Outcome> outcomes, Index m, bool with_level, Certificates<T>& codes);

}  // namespace supdict::coding
