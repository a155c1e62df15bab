// SPDX-License-Identifier: BSD-3-Clause
// What is written once for host and device. The formulas of values, gaps and bounds live in the
// namespace of the instruction set they are compiled for (simd/target.hpp): the sources of this
// room have one of their own.
#pragma once

#define SUPDICT_SIMD_TARGET for_devices

#include "coding/bounds.hpp"

/// Functions of a whole warp.
#ifdef __CUDACC__
#define SUPDICT_WARP __device__ __forceinline__
#else
#define SUPDICT_WARP inline
#endif
