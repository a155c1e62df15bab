// SPDX-License-Identifier: BSD-3-Clause
// The instruction sets of this build (cmake/SimdSources.cmake), plainest first, for tables of what
// is compiled once per set: SUPDICT_FOR_EACH_LEVEL(ROW) is ROW(none) ROW(avx2) ... in the order of
// index_of() in level.hpp.
#pragma once

#ifdef SUPDICT_HAS_X86_LEVELS
#define SUPDICT_FOR_EACH_LEVEL(ROW) ROW(none) ROW(avx2) ROW(avx512)
#else
#define SUPDICT_FOR_EACH_LEVEL(ROW) ROW(none)
#endif
