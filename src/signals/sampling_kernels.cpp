// SPDX-License-Identifier: BSD-3-Clause
#include "signals/sampling_kernels.hpp"

#include "simd/vector.hpp"

namespace supdict::SUPDICT_TARGET {

using Size = std::ptrdiff_t;
using signals::SourceRow;
using signals::WeightedRows;

/// Pixels at a time: first all their places, then all their values.
constexpr Size kTogether = 64;
constexpr Size kWhole = 16;

template <class T>
struct Places {
  int corner[kTogether];  ///< the pixel above and left of the source
  T below[kTogether];     ///< share of the row below it
  T right[kTogether];     ///< share of the column right of it
};

template <class T>
inline T between(T value, T low, T high) {
  const T raised = value > low ? value : low;
  return raised < high ? raised : high;
}

template <class T>
void find(const SourceRow<T>& source, Size first, Size count, Places<T>& places) {
  const T last_row = static_cast<T>(source.height - 1);
  const T last_col = static_cast<T>(source.width - 1);
  // The last line has no neighbour behind it: its sources lie at the far end of the line before.
  const T last_top = source.height > 1 ? last_row - 1 : T(0);
  const T last_left = source.width > 1 ? last_col - 1 : T(0);
  const T width = static_cast<T>(source.width);
  SUPDICT_SIMD_LOOP()
  for (Size i = 0; i < count; ++i) {
    const Size c = first + i;
    const T at = static_cast<T>(static_cast<int>(c));
    const T y = between(source.row + source.row_step * at + source.row_moves[c], T(0), last_row);
    const T x = between(source.col + source.col_step * at + source.col_moves[c], T(0), last_col);
    const T top = between(static_cast<T>(static_cast<int>(y)), T(0), last_top);
    const T left = between(static_cast<T>(static_cast<int>(x)), T(0), last_left);
    places.corner[i] = static_cast<int>(top * width + left);
    places.below[i] = y - top;
    places.right[i] = x - left;
  }
}

template <class T>
void take(const SourceRow<T>& source, const Places<T>& places, Size count, T* values) {
  const Size right = source.width > 1 ? 1 : 0;
  const Size below = source.height > 1 ? source.width : 0;
  SUPDICT_SIMD_LOOP()
  for (Size i = 0; i < count; ++i) {
    const T* const corner = source.image + places.corner[i];
    const T r = places.right[i];
    const T upper = (1 - r) * corner[0] + r * corner[right];
    const T lower = (1 - r) * corner[below] + r * corner[below + right];
    const T b = places.below[i];
    values[i] = (1 - b) * upper + b * lower;
  }
}

/// Whole vector registers, also at the end of a row: what is beyond it is not written.
template <class T>
void sample(const SourceRow<T>& source, T* out) {
  Places<T> places;
  T values[kTogether];
  for (Size first = 0; first < source.width; first += kTogether) {
    const Size left = source.width - first;
    const Size count = left < kTogether ? left : kTogether;
    const Size whole = (count + kWhole - 1) / kWhole * kWhole;
    find(source, first, whole, places);
    take(source, places, whole, values);
    for (Size i = 0; i < count; ++i) out[first + i] = values[i];
  }
}

template <class T, int Count>
void blend_rows(const WeightedRows<T>& rows, Size n, T* out) {
  for (Size i = 0; i < n; i += kLanes<T>) {
    Vec<T> sum = {};
#pragma GCC unroll 8
    for (int j = 0; j < Count; ++j) sum += rows.weights[j] * load(rows.rows + j * rows.stride + i);
    store(out + i, sum);
  }
}

template <class T>
void blend(const WeightedRows<T>& rows, Size n, T* out) {
  if (rows.count == 4) return blend_rows<T, 4>(rows, n, out);
  if (rows.count == 8) return blend_rows<T, 8>(rows, n, out);
  for (Size i = 0; i < n; ++i) {
    out[i] = 0;
    for (int j = 0; j < rows.count; ++j) out[i] += rows.weights[j] * rows.rows[j * rows.stride + i];
  }
}

const signals::SamplingKernels* sampling() {
  static constexpr signals::SamplingKernels kKernels = {sample<float>, sample<double>, blend<float>,
                                                        blend<double>};
  return &kKernels;
}

}  // namespace supdict::SUPDICT_TARGET
