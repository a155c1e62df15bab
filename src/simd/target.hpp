// SPDX-License-Identifier: BSD-3-Clause
// Sources of the kernels are compiled once per instruction set, each time with its own flags and
// its own namespace. Two rules keep the copies apart at link time:
//   - everything in such a source lives in SUPDICT_TARGET (a namespace named after the level);
//   - such a source includes no header with inline functions of other namespaces (no Eigen, no
//     <algorithm>): the linker would keep one copy, which may use instructions the machine lacks.
// tests/contract/simd_symbols.cmake checks the second rule on the object files.
#pragma once

#ifndef SUPDICT_SIMD_TARGET
#error "compile kernel sources through supdict_add_simd_sources() in cmake/SimdSources.cmake"
#endif

#define SUPDICT_TARGET SUPDICT_SIMD_TARGET

/// Formulas that a GPU evaluates too.
#ifdef __CUDACC__
#define SUPDICT_HD __host__ __device__
#else
#define SUPDICT_HD
#endif

#define SUPDICT_PRAGMA(text) _Pragma(#text)
/// Vectorises the next loop; reductions are named: SUPDICT_SIMD_LOOP(reduction(+ : sum)).
#define SUPDICT_SIMD_LOOP(...) SUPDICT_PRAGMA(omp simd __VA_ARGS__)

/// Bytes of the widest vector register of this target.
#if defined(__AVX512F__)
#define SUPDICT_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define SUPDICT_VECTOR_BYTES 32
#else
#define SUPDICT_VECTOR_BYTES 16
#endif
