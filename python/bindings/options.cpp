// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <pybind11/stl.h>

#include <supdict/coding.hpp>
#include <supdict/dataset.hpp>
#include <supdict/dictionary.hpp>
#include <supdict/trainer.hpp>
#include <supdict/tune.hpp>

#include "bindings.hpp"

namespace supdict::python {
namespace {

namespace py = pybind11;

template <class Options>
py::list fields_of() {
  py::list result;
  const Options defaults;
  Options::fields(defaults, [&](const auto& value, const Field& field) {
    py::dict entry;
    entry["name"] = field.name;
    entry["help"] = field.help;
    entry["default"] = to_python(value, field);
    entry["open"] = field.open;
    entry["min"] = field.min;
    entry["max"] = field.max;
    entry["choices"] = options::choices_of<std::decay_t<decltype(value)>>(field);
    result.append(entry);
  });
  return result;
}

}  // namespace

void bind_options(py::module_& module) {
  py::dict fields;
  fields["coding"] = fields_of<CodingOptions>();
  fields["dictionary"] = fields_of<DictionaryOptions>();
  fields["read"] = fields_of<ReadOptions>();
  fields["penalty"] = fields_of<PenaltyOptions>();
  fields["train"] = fields_of<TrainOptions>();
  fields["tune"] = fields_of<TuneOptions>();
  module.attr("OPTIONS") = fields;
}

}  // namespace supdict::python
