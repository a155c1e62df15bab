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

template <class T>
inline void add_to(T* sum, Vec<T> part) {
  store(sum, load(sum) + part);
}

/// Q[0 .. lanes*V, 0 .. S] += Dt[those rows, :] X[:, those signals], dense in X. The products are
/// summed from zero and added to Q at the end: rounding errors grow with the stretch, not with n.
template <class T, Size S, Size V>
void correlate_tile(Size n, Size k, const T* Dt, const T* X, Size ldx, T* Q, Size ldq) {
  Vec<T> sum[S][V] = {};
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
    for (Size v = 0; v < V; ++v) add_to(Q + s * ldq + v * kLanes<T>, sum[s][v]);
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
  Vec<T> sum[V] = {};
  for (Size e = 0; e < n_listed; ++e) {
    const Size i = listed[e];
    const T value = x[i];
#pragma GCC unroll 16
    for (Size v = 0; v < V; ++v) {
      sum[v] += load(Dt + i * k + v * kLanes<T>) * value;
    }
  }
  for (Size v = 0; v < V; ++v) add_to(q + v * kLanes<T>, sum[v]);
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

constexpr Size kStretch = simd::kCorrelateStretch;
/// Below this share of non-zero entries, listing them is faster.
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

/// G[rows from `row`, columns from `column`] of the Gram matrix, summed in double.
template <class T, Size S, Size V>
void gram_tile(Size n, Size k, const T* Dt, Size row, Size column, T* G) {
  Vec<double> sum[S][V] = {};
  for (Size i = 0; i < n; ++i) {
    const T* atoms = Dt + i * k;
    Vec<double> d[V];
#pragma GCC unroll 8
    for (Size v = 0; v < V; ++v) d[v] = load_wide(atoms + row + v * kLanes<double>);
#pragma GCC unroll 8
    for (Size s = 0; s < S; ++s) {
      const double other = static_cast<double>(atoms[column + s]);
#pragma GCC unroll 8
      for (Size v = 0; v < V; ++v) sum[s][v] += d[v] * other;
    }
  }
  for (Size s = 0; s < S; ++s) {
    for (Size v = 0; v < V; ++v) {
      store_narrow(G + (column + s) * k + row + v * kLanes<double>, sum[s][v]);
    }
  }
}

/// Computes the tiles that touch the lower triangle, then copies them to the upper one.
template <class T>
void gram(Size n, Size k, Size first, Size last, const T* Dt, T* G) {
  constexpr Size kRegisters = 2;
  constexpr Size kRows = kRegisters * kLanes<double>;
  for (Size row = first; row < last; row += kRows) {
    for (Size column = 0; column < row + kRows; column += kSignals) {
      gram_tile<T, kSignals, kRegisters>(n, k, Dt, row, column, G);
    }
  }
  for (Size column = first; column < last; ++column) {
    for (Size row = 0; row < column; ++row) G[column * k + row] = G[row * k + column];
  }
}

template <class T, Size N>
void products_tile(Size n, const T* const* rows, const double* x, double* out) {
  Vec<double> sum[N] = {};
  Size i = 0;
  for (; i + kLanes<double> <= n; i += kLanes<double>) {
    const Vec<double> part = load(x + i);
#pragma GCC unroll 4
    for (Size r = 0; r < N; ++r) sum[r] += load_wide(rows[r] + i) * part;
  }
  for (Size r = 0; r < N; ++r) {
    double rest = 0;
    for (Size e = i; e < n; ++e) rest += static_cast<double>(rows[r][e]) * x[e];
    out[r] = sum_lanes<double>(sum[r]) + rest;
  }
}

template <class T>
void products(Size n, Size count, const T* const* rows, const double* x, double* out) {
  constexpr Size kTogether = 4;
  Size r = 0;
  for (; r + kTogether <= count; r += kTogether) {
    products_tile<T, kTogether>(n, rows + r, x, out + r);
  }
  for (; r < count; ++r) products_tile<T, 1>(n, rows + r, x, out + r);
}

/// out += the sum of N weighted columns, added term after term in registers. Columns are grouped so
/// that N of them take one pass over `out`; the bits are the same as with one pass per column.
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
  constexpr Size kChains = 4;  // independent chains of additions hide the latency
  constexpr Size kTogether = kChains * kLanes<double>;
  Vec<double> sums[kChains] = {};
  Size i = 0;
  for (; i + kTogether <= n; i += kTogether) {
#pragma GCC unroll 4
    for (Size chain = 0; chain < kChains; ++chain) {
      const Vec<double> part = load_wide(x + i + chain * kLanes<double>);
      sums[chain] += part * part;
    }
  }
  for (; i + kLanes<double> <= n; i += kLanes<double>) {
    const Vec<double> part = load_wide(x + i);
    sums[0] += part * part;
  }
  double rest = 0;
  for (; i < n; ++i) rest += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return sum_lanes<double>((sums[0] + sums[1]) + (sums[2] + sums[3])) + rest;
}

template <class T>
void exponentials(Size n, const T* x, T* out) {
  for (Size i = 0; i < n; i += kLanes<T>) store(out + i, exp_lanes<T>(load(x + i)));
}

const simd::Kernels<float>* kernels_float() {
  static constexpr simd::Kernels<float> kKernels = {correlate<float>,      gram<float>,
                                                    products<float>,       combine<float>,
                                                    sum_of_squares<float>, exponentials<float>};
  return &kKernels;
}

const simd::Kernels<double>* kernels_double() {
  static constexpr simd::Kernels<double> kKernels = {correlate<double>,      gram<double>,
                                                     products<double>,       combine<double>,
                                                     sum_of_squares<double>, exponentials<double>};
  return &kKernels;
}

}  // namespace supdict::SUPDICT_TARGET
