// SPDX-License-Identifier: BSD-3-Clause
// Data sets from files, and generated ones.
#include <pybind11/stl.h>

#include <supdict/dataset.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"

namespace supdict::python {
namespace {

py::dict to_dict(Dataset&& data) {
  py::dict result;
  result["content_hash"] = content_hash(data);
  result["X"] = to_array(std::move(data.X));
  result["labels"] = data.labelled() ? py::cast(data.labels) : py::none();
  result["image_shape"] = data.image.known()
                              ? py::object(py::make_tuple(data.image.height, data.image.width))
                              : py::none();
  result["format"] = data.format;
  result["source"] = data.source;
  return result;
}

py::dict read(const std::string& path, const py::dict& options) {
  const auto reading = options_from<ReadOptions>(options);
  Dataset data;
  {
    const py::gil_scoped_release release;
    data = read_dataset(path, reading);
  }
  return to_dict(std::move(data));
}

py::dict textures(Index per_class, int patch_size, std::uint64_t seed) {
  Dataset data;
  {
    const py::gil_scoped_release release;
    data = generated_textures(per_class, patch_size, seed);
  }
  return to_dict(std::move(data));
}

}  // namespace

void bind_datasets(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("read_dataset", &read, "path"_a, "options"_a);
  module.def("generated_textures", &textures, "per_class"_a, "patch_size"_a, "seed"_a);
}

}  // namespace supdict::python
