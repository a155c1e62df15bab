// SPDX-License-Identifier: BSD-3-Clause
// supdict._supdict: a thin layer over the public headers of the library. What people use is the
// Python package around it, so this module speaks in arrays, dictionaries and tuples only.
#include <pybind11/pybind11.h>

#include <supdict/context.hpp>
#include <supdict/error.hpp>
#include <supdict/model_file.hpp>

#include "bindings.hpp"

namespace supdict::python {
namespace {

/// A wrong value is a ValueError; a file the system does not give us is a RuntimeError.
void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    PyErr_SetString(error.code() == ErrorCode::kFile ? PyExc_RuntimeError : PyExc_ValueError,
                    error.what());
  }
}

}  // namespace

PYBIND11_MODULE(_supdict, module) {
  module.doc() = "The library behind the package supdict.";
  pybind11::register_exception_translator(&translate);
  module.attr("__version__") = version();
  module.def("simd_level", &simd_level);
  bind_options(module);
  bind_coding(module);
  bind_dictionary(module);
  bind_classifier(module);
  bind_training(module);
  bind_incremental(module);
  bind_tuning(module);
  bind_datasets(module);
}

}  // namespace supdict::python
