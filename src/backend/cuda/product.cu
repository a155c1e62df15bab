// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/device_error.cuh"
#include "backend/cuda/product.cuh"
#include "backend/cuda/product_steps.cuh"

namespace supdict::cuda {
namespace {

constexpr unsigned kAll = 0xffffffffU;

__device__ __forceinline__ double entry(const float* x, std::size_t at) {
  return x[at];
}
__device__ __forceinline__ double entry(const std::uint8_t* x, std::size_t at) {
  return x[at];
}
/// Lane's share of ||x||^2.
__device__ __forceinline__ double share_of_squares(const float* x, int lane, int n) {
  double sum = 0;
  for (int t = lane; t < n; t += kWarpThreads) {
    const double value = x[t];
    sum += value * value;
  }
  return sum;
}
__device__ __forceinline__ double share_of_squares(const std::uint8_t* x, int lane, int n) {
  unsigned long long sum = 0;
  int t = 4 * lane;
  if (reinterpret_cast<std::uintptr_t>(x) % 4 == 0) {
    for (; t + 4 <= n; t += 4 * kWarpThreads) {
      const unsigned four = *reinterpret_cast<const unsigned*>(x + t);
      sum += __dp4a(four, four, 0U);
    }
  }
  for (; t < n; t += 4 * kWarpThreads) {
    for (int i = t; i < n && i < t + 4; ++i) sum += static_cast<unsigned>(x[i]) * x[i];
  }
  return static_cast<double>(sum);
}
/// Bytes stand for the signal divided by its norm.
__device__ __forceinline__ bool to_be_normalised(const float*) {
  return false;
}
__device__ __forceinline__ bool to_be_normalised(const std::uint8_t*) {
  return true;
}

/// One warp per signal.
template <class T>
__global__ void measure_signals(const T* X, std::size_t stride, int n, int m, double* xx,
                                double* scale, int* not_finite) {
  const int j = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / kWarpThreads);
  const int lane = static_cast<int>(threadIdx.x % kWarpThreads);
  if (j >= m) return;
  double sum = share_of_squares(X + static_cast<std::size_t>(j) * stride, lane, n);
  for (int apart = kWarpThreads / 2; apart > 0; apart /= 2) {
    sum += __shfl_xor_sync(kAll, sum, apart);
  }
  if (lane != 0) return;
  if (!isfinite(sum)) atomicOr(not_finite, 1);
  const bool normalised = to_be_normalised(X) && sum > 0;
  xx[j] = normalised ? 1 : sum;
  scale[j] = normalised ? 1 / sqrt(sum) : 1;
}

// A block makes kRows x kColumns of q, kDepth entries of the signals at a time; a warp 32 x 32 of
// it in tiles of 8 x 8 on the tensor cores. Rows in shared memory are padded so that fragments come
// without bank conflicts.
constexpr int kRows = 128;
constexpr int kColumns = 64;
constexpr int kDepth = 16;
constexpr int kPad = 4;
constexpr int kThreads = 256;
constexpr int kTiles = 4;
constexpr int kTile = 8;
constexpr int kWarpsAcross = kColumns / (kTiles * kTile);
constexpr int kMmaDepth = 4;
constexpr int kOwnDepth = kDepth * kRows / kThreads;  // entries of one signal that a thread fetches
constexpr int kOwnRow = kDepth * kColumns / kThreads;

/// d += a b for an 8 x 4 and a 4 x 8 tile of doubles spread over a warp.
__device__ __forceinline__ void multiply_tile(double (&d)[2], double a, double b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(d[0]), "+d"(d[1])
      : "d"(a), "d"(b));
}

/// Entries t .. t + kOwnDepth - 1 of a signal; zeros past its end.
template <class T>
__device__ __forceinline__ void fetch(const T* x, int t, int n, double (&own)[kOwnDepth]) {
#pragma unroll
  for (int i = 0; i < kOwnDepth; ++i) {
    own[i] = t + i < n ? entry(x, static_cast<std::size_t>(t + i)) : 0.0;
  }
}
/// The same where signals begin at whole vectors and end there.
__device__ __forceinline__ void fetch_whole(const float* x, int t, double (&own)[kOwnDepth]) {
#pragma unroll
  for (int i = 0; i < kOwnDepth; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(x + t + i);
    own[i] = four.x;
    own[i + 1] = four.y;
    own[i + 2] = four.z;
    own[i + 3] = four.w;
  }
}
__device__ __forceinline__ void fetch_whole(const std::uint8_t* x, int t,
                                            double (&own)[kOwnDepth]) {
  const uint2 eight = *reinterpret_cast<const uint2*>(x + t);
#pragma unroll
  for (int i = 0; i < kOwnDepth; ++i) {
    const unsigned word = i < 4 ? eight.x : eight.y;
    own[i] = static_cast<double>(word >> (i % 4 * 8) & 255U);
  }
}

using Sums = double[kTiles][kTiles][2];
/// What a block has fetched of the signals and of the rows.
using Left = double[kDepth][kRows + kPad];
using Right = double[kDepth][kColumns + kPad];

using Tiles = WarpTiles<kTiles * kTile, kTiles * kTile, kWarpsAcross>;

/// sums += a b over kDepth entries.
__device__ __forceinline__ void multiply_fetched(const Left& a, const Right& b, const Tiles& tiles,
                                                 Sums& sums) {
#pragma unroll
  for (int s = 0; s < kDepth; s += kMmaDepth) {
    double left[kTiles];
    double right[kTiles];
#pragma unroll
    for (int i = 0; i < kTiles; ++i) {
      left[i] = a[s + tiles.lane % 4][tiles.row + i * kTile + tiles.lane / 4];
      right[i] = b[s + tiles.lane % 4][tiles.column + i * kTile + tiles.lane / 4];
    }
#pragma unroll
    for (int i = 0; i < kTiles; ++i) {
#pragma unroll
      for (int j = 0; j < kTiles; ++j) multiply_tile(sums[i][j], left[i], right[j]);
    }
  }
}

/// q = sums times scale.
__device__ __forceinline__ void write_out(const Sums& sums, const Tiles& tiles, int first_row,
                                          int first_column, int m, int columns, const double* scale,
                                          float* q) {
#pragma unroll
  for (int i = 0; i < kTiles; ++i) {
    const int row = first_row + tiles.row + i * kTile + tiles.lane / 4;
    if (row >= m) continue;
    const double factor = scale[row];
    float* out = q + static_cast<std::size_t>(row) * columns + first_column + tiles.column;
#pragma unroll
    for (int j = 0; j < kTiles; ++j) {
      const float2 two = make_float2(static_cast<float>(sums[i][j][0] * factor),
                                     static_cast<float>(sums[i][j][1] * factor));
      *reinterpret_cast<float2*>(out + j * kTile + tiles.lane % 4 * 2) = two;
    }
  }
}

template <class T, bool kWhole>
__global__ void __launch_bounds__(kThreads, 2)
    multiply_signals(const T* X, std::size_t stride, int n, int m, const double* rows, int columns,
                     const double* scale, float* q) {
  __shared__ Left a;
  __shared__ Right b;
  const int thread = static_cast<int>(threadIdx.x);
  const Tiles tiles(thread);
  const int first_row = static_cast<int>(blockIdx.x) * kRows;
  const int first_column = static_cast<int>(blockIdx.y) * kColumns;

  const int own_signal = thread % kRows;
  const int own_depth = thread / kRows * kOwnDepth;
  const bool there = first_row + own_signal < m;
  const T* x = X + static_cast<std::size_t>(there ? first_row + own_signal : 0) * stride;
  const int own_entry = thread / (kColumns / kOwnRow);
  const int own_column = thread % (kColumns / kOwnRow) * kOwnRow;

  double next_a[kOwnDepth];
  double next_b[kOwnRow];
  const auto fetch_all = [&](int t) {
    const bool whole = kWhole && t + own_depth + kOwnDepth <= n;
    if (!there) {
#pragma unroll
      for (double& value : next_a) value = 0;
    } else if (whole) {
      fetch_whole(x, t + own_depth, next_a);
    } else {
      fetch(x, t + own_depth, n, next_a);
    }
    const double* row = rows + static_cast<std::size_t>(t + own_entry) * columns + first_column;
#pragma unroll
    for (int i = 0; i < kOwnRow; ++i) next_b[i] = t + own_entry < n ? row[own_column + i] : 0.0;
  };

  Sums sums = {};
  const auto put = [&] {
#pragma unroll
    for (int i = 0; i < kOwnDepth; ++i) a[own_depth + i][own_signal] = next_a[i];
#pragma unroll
    for (int i = 0; i < kOwnRow; ++i) b[own_entry][own_column + i] = next_b[i];
  };
  multiply_in_steps<kDepth>(n, fetch_all, put, [&] { multiply_fetched(a, b, tiles, sums); });
  write_out(sums, tiles, first_row, first_column, m, columns, scale, q);
}

/// Whether threads may fetch whole vectors.
template <class T>
bool is_whole(const T* X, std::size_t stride) {
  constexpr std::size_t kBytes = sizeof(T) == 1 ? 8 : 16;
  return reinterpret_cast<std::uintptr_t>(X) % kBytes == 0 && stride * sizeof(T) % kBytes == 0;
}

template <class T>
void measure_all(const T* X, const Signals& signals, double* xx, double* scale, int* not_finite,
                 cudaStream_t stream) {
  constexpr int kWarps = kThreads / kWarpThreads;
  measure_signals<<<(signals.m + kWarps - 1) / kWarps, kThreads, 0, stream>>>(
      X, signals.stride, signals.n, signals.m, xx, scale, not_finite);
}

template <class T>
void multiply_all(const T* X, const Signals& signals, const double* rows, int columns,
                  const double* scale, float* q, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>((signals.m + kRows - 1) / kRows),
                  static_cast<unsigned>(columns / kColumns));
  const auto kernel =
      is_whole(X, signals.stride) ? multiply_signals<T, true> : multiply_signals<T, false>;
  kernel<<<grid, kThreads, 0, stream>>>(X, signals.stride, signals.n, signals.m, rows, columns,
                                        scale, q);
}

}  // namespace

void measure(const Signals& signals, double* xx, double* scale, int* not_finite,
             cudaStream_t stream) {
  if (signals.floats != nullptr) {
    measure_all(signals.floats, signals, xx, scale, not_finite, stream);
  } else {
    measure_all(signals.bytes, signals, xx, scale, not_finite, stream);
  }
  check(cudaGetLastError(), "to measure signals");
}

void multiply(const Signals& signals, const double* rows, int columns, const double* scale,
              float* q, cudaStream_t stream) {
  if (signals.floats != nullptr) {
    multiply_all(signals.floats, signals, rows, columns, scale, q, stream);
  } else {
    multiply_all(signals.bytes, signals, rows, columns, scale, q, stream);
  }
  check(cudaGetLastError(), "to multiply signals");
}

}  // namespace supdict::cuda
