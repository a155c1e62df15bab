// SPDX-License-Identifier: BSD-3-Clause
// The topics of the extension module supdict._supdict, one file each.
#pragma once

#include <pybind11/pybind11.h>

namespace supdict::python {

void bind_options(pybind11::module_& module);
void bind_coding(pybind11::module_& module);
void bind_dictionary(pybind11::module_& module);
void bind_classifier(pybind11::module_& module);
void bind_training(pybind11::module_& module);
void bind_incremental(pybind11::module_& module);
void bind_tuning(pybind11::module_& module);
void bind_datasets(pybind11::module_& module);

}  // namespace supdict::python
