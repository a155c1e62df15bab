// SPDX-License-Identifier: BSD-3-Clause
// Run-time choice of the instruction set.
#pragma once

#include <string>
#include <vector>

#include "simd/kernels.hpp"

namespace supdict::simd {

/// An instruction set and the dense kernels compiled for it.
struct Level {
  const char* name;  ///< "none", "avx2", "avx512"
  bool (*available)();
  const Kernels<float>* (*kernels_float)();
  const Kernels<double>* (*kernels_double)();
};

/// Levels of this build that the machine can run, plainest first.
std::vector<const Level*> available_levels();

/// The level in use: the best available one, or the one SUPDICT_SIMD names. Throws
/// Error(kInvalidOption) when that variable names none of available_levels().
const Level& active_level();

/// Row of a level in a table made with for_each_level.hpp.
std::size_t index_of(const Level& level);

/// For tests: makes `name` the active level of this process.
void force_level(const std::string& name);

template <class T>
const Kernels<T>& kernels();

}  // namespace supdict::simd
