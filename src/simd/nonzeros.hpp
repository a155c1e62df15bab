// SPDX-License-Identifier: BSD-3-Clause
// Lists the non-zero entries of a signal. The only file that uses intrinsics: the compiler's vector
// types have no compress operation.
#pragma once

#include "simd/vector.hpp"

#if SUPDICT_VECTOR_BYTES == 64
#include <immintrin.h>
#endif

namespace supdict::SUPDICT_TARGET {

/// list_nonzeros() may write this many entries past the last one it lists.
inline constexpr std::ptrdiff_t kListSlack = 16;

#if SUPDICT_VECTOR_BYTES == 64
inline __mmask16 nonzero_mask(const float* x) {
  return _mm512_cmp_ps_mask(_mm512_loadu_ps(x), _mm512_setzero_ps(), _CMP_NEQ_UQ);
}
inline __mmask16 nonzero_mask(const double* x) {
  const auto low = _mm512_cmp_pd_mask(_mm512_loadu_pd(x), _mm512_setzero_pd(), _CMP_NEQ_UQ);
  const auto high = _mm512_cmp_pd_mask(_mm512_loadu_pd(x + 8), _mm512_setzero_pd(), _CMP_NEQ_UQ);
  return static_cast<__mmask16>(low | high << 8);
}
#endif

/// Writes the indices i < n with x_i != 0, in order; returns how many.
template <class T>
inline std::ptrdiff_t list_nonzeros(std::ptrdiff_t n, const T* x, int* listed) {
  std::ptrdiff_t count = 0;
  std::ptrdiff_t i = 0;
#if SUPDICT_VECTOR_BYTES == 64
  __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (; i + 16 <= n; i += 16) {
    const __mmask16 mask = nonzero_mask(x + i);
    _mm512_storeu_si512(listed + count, _mm512_maskz_compress_epi32(mask, places));
    places = _mm512_add_epi32(places, _mm512_set1_epi32(16));
    count += __builtin_popcount(mask);
  }
#endif
  for (; i < n; ++i) {
    listed[count] = static_cast<int>(i);
    count += x[i] != T(0);
  }
  return count;
}

}  // namespace supdict::SUPDICT_TARGET
