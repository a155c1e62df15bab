// SPDX-License-Identifier: BSD-3-Clause
// supdict._supdict: a thin layer over the public headers of the library, used by the Python package
// around it. It exchanges arrays, dictionaries and tuples only.
#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <supdict/context.hpp>
#include <supdict/error.hpp>
#include <supdict/version.hpp>

#include "bindings.hpp"

namespace supdict::python {
namespace {

/// The image shape is one parameter in Python.
std::string in_words_of_python(std::string message) {
  constexpr std::string_view kOurs = "set image_height and image_width";
  const std::size_t at = message.find(kOurs);
  if (at != std::string::npos) {
    message.replace(at, kOurs.size(), "set image_shape=(height, width)");
  }
  return message;
}

/// A wrong value becomes a ValueError; a file that cannot be read or written, or a GPU that is not
/// there, a RuntimeError.
void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const bool by_system = error.code() == ErrorCode::kFile || error.code() == ErrorCode::kDevice;
    PyErr_SetString(by_system ? PyExc_RuntimeError : PyExc_ValueError,
                    in_words_of_python(error.what()).c_str());
  }
}

/// Why a device cannot be used on this machine; empty if it can.
std::string device_problem(const std::string& device) {
  try {
    Context::on(device, 1);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kDevice) throw;
    return error.what();
  }
  return "";
}

}  // namespace

PYBIND11_MODULE(_supdict, module) {
  module.doc() = "The library behind the package supdict.";
  pybind11::register_exception_translator(&translate);
  module.attr("__version__") = version();
  module.attr("MOST_THREADS_ASKED_FOR") = Context::kMostAskedFor;
  module.def("simd_level", &simd_level);
  module.def("device_problem", &device_problem);
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
