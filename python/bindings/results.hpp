// SPDX-License-Identifier: BSD-3-Clause
// Conversions that several topics share.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <supdict/coding.hpp>
#include <vector>

#include "arrays.hpp"

namespace supdict::python {

py::dict summary_dict(const CodingSummary& summary);

/// The label of every sample: names[y].
std::vector<std::string> labels_from(const std::vector<std::string>& names, const Array<int>& y);

}  // namespace supdict::python
