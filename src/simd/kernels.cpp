// SPDX-License-Identifier: BSD-3-Clause
// Register-blocked kernels in the compiler's vector types: one source for every instruction set.
#include "simd/kernels.hpp"

#include "simd/exponential.hpp"
#include "simd/nonzeros.hpp"

namespace supdict::SUPDICT_TARGET {

using simd::Size;

// kSignals x kVectors accumulators stay in registers (16 of 32 with AVX-512, 8 of 16 else).
constexpr Size kSignals = 4;
constexpr Size kVectors = SUPDICT_VECTOR_BYTES == 64 ? 4 : 2;

/// Q[0 .. lanes*V, 0 .. S] += Dt[those rows, :] X[:, those signals], dense in X.
template <class T, Size S, Size V>
void correlate_tile(Size n, Size k, const T* Dt, const T* X, Size ldx, T* Q, Size ldq) {
  Vec<T> sum[S][V];
  for (Size s = 0; s < S; ++s) {
    for (Size v = 0; v < V; ++v) sum[s][v] = load(Q + s * ldq + v * kLanes<T>);
  }
  for (Size i = 0; i < n; ++i) {
    Vec<T> d[V];
#pragma GCC unroll 8
    for (Size v = 0; v < V; ++v) d[v] = load(Dt + i * k + v * kLanes<T>);
#pragma GCC unroll 8
    for (Size s = 0; s < S; ++s) {
      const T x = X[s * ldx + i];
#pragma GCC unroll 8
      for (Size v = 0; v < V; ++v) sum[s][v] += d[v] * x;
    }
  }
  for (Size s = 0; s < S; ++s) {
    for (Size v = 0; v < V; ++v) store(Q + s * ldq + v * kLanes<T>, sum[s][v]);
  }
}

/// All rows of Q for S signals.
template <class T, Size S>
void correlate_dense(Size n, Size k, const T* Dt, const T* X, Size ldx, T* Q, Size ldq) {
  Size row = 0;
  for (; row + kVectors * kLanes<T> <= k; row += kVectors * kLanes<T>) {
    correlate_tile<T, S, kVectors>(n, k, Dt + row, X, ldx, Q + row, ldq);
  }
  for (; row < k; row += kLanes<T>) {
    correlate_tile<T, S, 1>(n, k, Dt + row, X, ldx, Q + row, ldq);
  }
}

/// Rows [0, lanes*V) of one column of Q, over the listed non-zero entries of the signal.
template <class T, Size V>
void correlate_listed_tile(Size n_listed, const int* listed, Size k, const T* Dt, const T* x,
                           T* q) {
  Vec<T> sum[V];
  for (Size v = 0; v < V; ++v) sum[v] = load(q + v * kLanes<T>);
  for (Size e = 0; e < n_listed; ++e) {
    const Size i = listed[e];
    const T value = x[i];
#pragma GCC unroll 16
    for (Size v = 0; v < V; ++v) {
      sum[v] += load(Dt + i * k + v * kLanes<T>) * value;
    }
  }
  for (Size v = 0; v < V; ++v) store(q + v * kLanes<T>, sum[v]);
}

template <class T>
void correlate_listed(Size n_listed, const int* listed, Size k, const T* Dt, const T* x, T* q) {
  constexpr Size kWide = 2 * kVectors;
  Size row = 0;
  for (; row + kWide * kLanes<T> <= k; row += kWide * kLanes<T>) {
    correlate_listed_tile<T, kWide>(n_listed, listed, k, Dt + row, x, q + row);
  }
  for (; row + kVectors * kLanes<T> <= k; row += kVectors * kLanes<T>) {
    correlate_listed_tile<T, kVectors>(n_listed, listed, k, Dt + row, x, q + row);
  }
  for (; row < k; row += kLanes<T>) {
    correlate_listed_tile<T, 1>(n_listed, listed, k, Dt + row, x, q + row);
  }
}

/// Entries of signals that are worked through at a time: their part of 64 atoms stays in L1.
constexpr Size kStretch = 96;
/// Below this share of non-zero entries the list pays.
constexpr double kListBelow = 0.5;

/// Q += Dt X over n <= kStretch entries.
template <class T>
void correlate_stretch(Size n, Size k, Size m, const T* Dt, const T* X, Size ldx, T* Q, Size ldq) {
  int listed[kStretch + kListSlack];
  Size pending = 0;  // dense signals waiting for a full tile, always the ones just before j
  for (Size j = 0; j <= m; ++j) {
    const Size count = j < m ? list_nonzeros(n, X + j * ldx, listed) : 0;
    const bool sparse = static_cast<double>(count) < kListBelow * static_cast<double>(n);
    if (sparse) {
      for (; pending > 0; --pending) {
        const Size at = j - pending;
        correlate_dense<T, 1>(n, k, Dt, X + at * ldx, ldx, Q + at * ldq, ldq);
      }
      if (count > 0) correlate_listed(count, listed, k, Dt, X + j * ldx, Q + j * ldq);
    } else if (++pending == kSignals) {
      const Size at = j + 1 - kSignals;
      correlate_dense<T, kSignals>(n, k, Dt, X + at * ldx, ldx, Q + at * ldq, ldq);
      pending = 0;
    }
  }
}

template <class T>
void correlate(Size n, Size k, Size m, const T* Dt, const T* X, Size ldx, T* Q, Size ldq) {
  for (Size j = 0; j < m; ++j) {
    for (Size i = 0; i < k; ++i) Q[j * ldq + i] = T(0);
  }
  for (Size first = 0; first < n; first += kStretch) {
    const Size count = n - first < kStretch ? n - first : kStretch;
    correlate_stretch(count, k, m, Dt + first * k, X + first, ldx, Q, ldq);
  }
}

/// out += sum of N weighted columns, term after term in registers: columns that wait for company
/// cost one pass over `out` together, and its bits are those of one pass each.
template <class T, Size N>
void combine_columns(Size n, const T* const* columns, const T* weights, T* out) {
  Size i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    Vec<T> sum = load(out + i);
#pragma GCC unroll 8
    for (Size c = 0; c < N; ++c) sum += weights[c] * load(columns[c] + i);
    store(out + i, sum);
  }
  for (; i < n; ++i) {
    for (Size c = 0; c < N; ++c) out[i] += weights[c] * columns[c][i];
  }
}

template <class T>
void combine(Size n, Size m, const T* X, Size ldx, const T* weight, Size stride, T* out) {
  constexpr Size kTogether = 8;
  const T* columns[kTogether];
  T weights[kTogether];
  Size waiting = 0;
  for (Size j = 0; j < m; ++j) {
    if (weight[j * stride] == T(0)) continue;
    columns[waiting] = X + j * ldx;
    weights[waiting] = weight[j * stride];
    if (++waiting < kTogether) continue;
    combine_columns<T, kTogether>(n, columns, weights, out);
    waiting = 0;
  }
  for (Size c = 0; c < waiting; ++c) combine_columns<T, 1>(n, columns + c, weights + c, out);
}

template <class T>
double sum_of_squares(Size n, const T* x) {
  double even = 0;
  double odd = 0;  // a second chain of additions hides their latency
  const Size half = n / 2;
  SUPDICT_SIMD_LOOP(reduction(+ : even, odd))
  for (Size i = 0; i < half; ++i) {
    const double a = x[i];
    const double b = x[half + i];
    even += a * a;
    odd += b * b;
  }
  const double last = n % 2 == 0 ? 0 : static_cast<double>(x[n - 1]);
  return even + odd + last * last;
}

template <class T>
void exponentials(Size n, const T* x, T* out) {
  for (Size i = 0; i < n; i += kLanes<T>) store(out + i, exp_lanes<T>(load(x + i)));
}

const simd::Kernels<float>* kernels_float() {
  static constexpr simd::Kernels<float> kKernels = {correlate<float>, combine<float>,
                                                    sum_of_squares<float>, exponentials<float>};
  return &kKernels;
}

const simd::Kernels<double>* kernels_double() {
  static constexpr simd::Kernels<double> kKernels = {correlate<double>, combine<double>,
                                                     sum_of_squares<double>, exponentials<double>};
  return &kKernels;
}

}  // namespace supdict::SUPDICT_TARGET
