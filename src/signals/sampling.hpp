// SPDX-License-Identifier: BSD-3-Clause
// The kernels of sampling_kernels.hpp for the instruction set in use.
#pragma once

#include "signals/sampling_kernels.hpp"
#include "supdict/types.hpp"

namespace supdict::signals {

void sample(const SourceRow<float>& source, float* out);
void sample(const SourceRow<double>& source, double* out);
void blend(const WeightedRows<float>& rows, Index n, float* out);
void blend(const WeightedRows<double>& rows, Index n, double* out);

}  // namespace supdict::signals
