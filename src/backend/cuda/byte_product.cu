// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/byte_product.cuh"
#include "backend/cuda/product_steps.cuh"

namespace supdict::cuda {
namespace {

// A block makes kRows x kColumns of q, kDepth bytes of the signals at a time; a warp 32 x 16 of it
// with all digits. Rows in shared memory are padded so that fragments come without bank conflicts.
constexpr int kRows = 64;
constexpr int kColumns = 64;
constexpr int kDepth = Digits::kDepthStep;
constexpr int kStride = kDepth + 16;
constexpr int kThreads = 256;
constexpr int kMmaRows = 16;
constexpr int kMmaColumns = 8;
constexpr int kMmaDepth = 32;
constexpr int kTilesDown = 2;
constexpr int kTilesAcross = 2;
constexpr int kWarpsAcross = kColumns / (kTilesAcross * kMmaColumns);
constexpr int kVector = 16;  // bytes that a thread moves at once
constexpr int kVectorsOfRow = kDepth / kVector;
constexpr int kDigitVectors = kColumns * kDigits * kVectorsOfRow / kThreads;

/// sums += a b for a tile of 16 x 32 unsigned bytes and one of 32 x 8 signed ones.
__device__ __forceinline__ void multiply_tile(int (&sums)[4], const unsigned (&a)[4],
                                              const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, {%0, %1, %2, %3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// Four matrices of 8 rows of 16 bytes: lane l names row l % 8 of matrix l / 8, and gets word l % 4
/// of row l / 4 of each.
__device__ __forceinline__ void load_matrices(unsigned& a, unsigned& b, unsigned& c, unsigned& d,
                                              const std::uint8_t* row) {
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(at)
               : "memory");
}

/// Where digit i % kDigits of column i / kDigits is in shared memory: the columns of a tile lie
/// side by side, a row apart.
__device__ __forceinline__ int row_of_digit(int i) {
  return i % kDigits * kColumns + i / kDigits;
}

/// kVector bytes of a signal from t on; zeros past its end.
template <bool kWhole>
__device__ __forceinline__ uint4 fetch(const std::uint8_t* x, int t, int n) {
  if (kWhole && t + kVector <= n) return *reinterpret_cast<const uint4*>(x + t);
  unsigned words[4] = {};
#pragma unroll
  for (int i = 0; i < kVector; ++i) {
    if (t + i < n) words[i / 4] |= static_cast<unsigned>(x[t + i]) << (i % 4 * 8);
  }
  return make_uint4(words[0], words[1], words[2], words[3]);
}

/// The share of a warp of the sums.
using Sums = int[kTilesDown][kTilesAcross][kDigits][4];
/// What a block has fetched of the signals and of the digits.
using Rows = std::uint8_t[kRows][kStride];
using DigitRows = std::uint8_t[kColumns * kDigits][kStride];

using Tiles = WarpTiles<kTilesDown * kMmaRows, kTilesAcross * kMmaColumns, kWarpsAcross>;

/// sums += a b over kDepth bytes.
__device__ __forceinline__ void multiply_fetched(const Rows& a, const DigitRows& b,
                                                 const Tiles& tiles, Sums& sums) {
  const int matrix = tiles.lane / 8;
  const int matrix_row = tiles.lane % 8;
#pragma unroll
  for (int s = 0; s < kDepth; s += kMmaDepth) {
    unsigned left[kTilesDown][4];
#pragma unroll
    for (int i = 0; i < kTilesDown; ++i) {
      const int row = tiles.row + i * kMmaRows + matrix % 2 * 8 + matrix_row;
      load_matrices(left[i][0], left[i][1], left[i][2], left[i][3],
                    &a[row][s + matrix / 2 * kVector]);
    }
#pragma unroll
    for (int j = 0; j < kTilesAcross; ++j) {
      unsigned right[kDigits][2];
#pragma unroll
      for (int d = 0; d < kDigits; d += 2) {
        const int row = (d + matrix / 2) * kColumns + tiles.column + j * kMmaColumns + matrix_row;
        load_matrices(right[d][0], right[d][1], right[d + 1][0], right[d + 1][1],
                      &b[row][s + matrix % 2 * kVector]);
      }
#pragma unroll
      for (int d = 0; d < kDigits; ++d) {
#pragma unroll
        for (int i = 0; i < kTilesDown; ++i) multiply_tile(sums[i][j][d], left[i], right[d]);
      }
    }
  }
}

/// The number whose digits were multiplied: entry `at` of a tile.
__device__ __forceinline__ double whole_of(const int (&digits)[kDigits][4], int at) {
  double whole = 0;
#pragma unroll
  for (int d = kDigits - 1; d >= 0; --d) whole = whole * 256 + digits[d][at];
  return whole;
}

/// q = sums in the units of the columns times scale.
__device__ __forceinline__ void write_out(const Sums& sums, const Tiles& tiles, int first_row,
                                          int first_column, int m, const double* units, int columns,
                                          const double* scale, float* q) {
#pragma unroll
  for (int i = 0; i < kTilesDown; ++i) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = first_row + tiles.row + i * kMmaRows + tiles.lane / 4 + 8 * half;
      if (row >= m) continue;
      const double factor = scale[row];
#pragma unroll
      for (int j = 0; j < kTilesAcross; ++j) {
        const int column = first_column + tiles.column + j * kMmaColumns + tiles.lane % 4 * 2;
        float two[2];
#pragma unroll
        for (int c = 0; c < 2; ++c) {
          two[c] =
              static_cast<float>(whole_of(sums[i][j], 2 * half + c) * units[column + c] * factor);
        }
        *reinterpret_cast<float2*>(q + static_cast<std::size_t>(row) * columns + column) =
            make_float2(two[0], two[1]);
      }
    }
  }
}

template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2)
    multiply_with_digits(const std::uint8_t* X, std::size_t stride, int n, int m,
                         const std::int8_t* digits, int depth, const double* units, int columns,
                         const double* scale, float* q) {
  __shared__ __align__(16) Rows a;
  __shared__ __align__(16) DigitRows b;
  const int thread = static_cast<int>(threadIdx.x);
  const Tiles tiles(thread);
  const int first_row = static_cast<int>(blockIdx.x) * kRows;
  const int first_column = static_cast<int>(blockIdx.y) * kColumns;

  const int own_row = thread / kVectorsOfRow;
  const int own_byte = thread % kVectorsOfRow * kVector;
  const bool there = first_row + own_row < m;
  const std::uint8_t* x = X + static_cast<std::size_t>(there ? first_row + own_row : 0) * stride;
  const std::int8_t* own_digits =
      digits + static_cast<std::size_t>(first_column * kDigits + own_row) * depth + own_byte;

  uint4 next_a;
  uint4 next_b[kDigitVectors];
  const auto fetch_all = [&](int t) {
    next_a = fetch<kWhole>(x, t + own_byte, n);
#pragma unroll
    for (int i = 0; i < kDigitVectors; ++i) {
      next_b[i] = *reinterpret_cast<const uint4*>(own_digits +
                                                  static_cast<std::size_t>(i * kRows) * depth + t);
    }
  };

  Sums sums = {};
  const auto put = [&] {
    *reinterpret_cast<uint4*>(&a[own_row][own_byte]) = next_a;
#pragma unroll
    for (int i = 0; i < kDigitVectors; ++i) {
      *reinterpret_cast<uint4*>(&b[row_of_digit(own_row + i * kRows)][own_byte]) = next_b[i];
    }
  };
  multiply_in_steps<kDepth>(n, fetch_all, put, [&] { multiply_fetched(a, b, tiles, sums); });
  write_out(sums, tiles, first_row, first_column, m, units, columns, scale, q);
}

}  // namespace

DeviceDigits::DeviceDigits(const Digits& digits) : depth_(digits.depth) {
  digits_.reserve(digits.digits.size());
  units_.reserve(digits.units.size());
  check(
      cudaMemcpy(digits_.get(), digits.digits.data(), digits.digits.size(), cudaMemcpyHostToDevice),
      "to copy the digits of the dictionary");
  check(cudaMemcpy(units_.get(), digits.units.data(), digits.units.size() * sizeof(double),
                   cudaMemcpyHostToDevice),
        "to copy the digits of the dictionary");
}

void multiply_bytes(const Signals& signals, const DeviceDigits& digits, int columns,
                    const double* scale, float* q, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>((signals.m + kRows - 1) / kRows),
                  static_cast<unsigned>(columns / kColumns));
  const bool whole = reinterpret_cast<std::uintptr_t>(signals.bytes) % kVector == 0 &&
                     signals.stride % kVector == 0;
  const auto kernel = whole ? multiply_with_digits<true> : multiply_with_digits<false>;
  kernel<<<grid, kThreads, 0, stream>>>(signals.bytes, signals.stride, signals.n, signals.m,
                                        digits.digits(), digits.depth(), digits.units(), columns,
                                        scale, q);
  check(cudaGetLastError(), "to multiply signals");
}

}  // namespace supdict::cuda
