// SPDX-License-Identifier: BSD-3-Clause
#include "signals/sampling.hpp"

#include "simd/for_each_level.hpp"
#include "simd/level.hpp"

#define SUPDICT_DECLARE_SAMPLING(level)         \
  namespace supdict::simd_##level {             \
    const signals::SamplingKernels* sampling(); \
  }
SUPDICT_FOR_EACH_LEVEL(SUPDICT_DECLARE_SAMPLING)
#undef SUPDICT_DECLARE_SAMPLING

namespace supdict::signals {
namespace {

const SamplingKernels& kernels() {
  using Kernels = const SamplingKernels* (*)();
  static constexpr Kernels kKernelsOfLevel[] = {
#define SUPDICT_ROW(level) simd_##level::sampling,
      SUPDICT_FOR_EACH_LEVEL(SUPDICT_ROW)
#undef SUPDICT_ROW
  };
  return *kKernelsOfLevel[simd::index_of(simd::active_level())]();
}

}  // namespace

void sample(const SourceRow<float>& source, float* out) {
  kernels().sample_float(source, out);
}

void sample(const SourceRow<double>& source, double* out) {
  kernels().sample_double(source, out);
}

void blend(const WeightedRows<float>& rows, Index n, float* out) {
  kernels().blend_float(rows, n, out);
}

void blend(const WeightedRows<double>& rows, Index n, double* out) {
  kernels().blend_double(rows, n, out);
}

}  // namespace supdict::signals
