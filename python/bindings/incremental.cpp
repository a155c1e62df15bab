// SPDX-License-Identifier: BSD-3-Clause
// Training that goes on while signals arrive.
#include <pybind11/stl.h>

#include <optional>
#include <supdict/incremental.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"
#include "results.hpp"

namespace supdict::python {
namespace {

template <class T>
IncrementalTrainer<T> start(const Array<T>& X, const std::vector<std::string>& names,
                            const Array<int>& y, const py::dict& options, int threads) {
  const auto settings = options_from<TrainOptions>(options);
  const auto labels = labels_from(names, y);
  const auto signals = view(X);
  const py::gil_scoped_release release;
  return IncrementalTrainer<T>(signals, labels, ClassLabels(names), settings, Context(threads));
}

template <class T>
IncrementalTrainer<T> go_on(const Classifier<T>& classifier, const py::dict& options, int threads) {
  const auto settings = options_from<TrainOptions>(options);
  const py::gil_scoped_release release;
  return IncrementalTrainer<T>(classifier, settings, Context(threads));
}

/// One pass over X; the classifier as it is then.
template <class T>
Classifier<T> update(IncrementalTrainer<T>& trainer, const Array<T>& X, const Array<int>& y,
                     const std::optional<Array<double>>& weights) {
  const auto labels = labels_from(trainer.classifier().labels.names(), y);
  const auto signals = view(X);
  std::span<const double> each;
  if (weights) each = {weights->data(), static_cast<std::size_t>(weights->size())};
  const py::gil_scoped_release release;
  trainer.update(signals, labels, each);
  return trainer.classifier();
}

template <class T>
void bind(py::module_& module, const char* name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  py::class_<IncrementalTrainer<T>>(module, name)
      .def(py::init(&start<T>), py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
           "threads"_a)
      .def(py::init(&go_on<T>), "classifier"_a, "options"_a, "threads"_a)
      .def("update", &update<T>, py::arg("X").noconvert(), "y"_a, "weights"_a);
}

}  // namespace

void bind_incremental(py::module_& module) {
  bind<float>(module, "IncrementalFloat");
  bind<double>(module, "IncrementalDouble");
}

}  // namespace supdict::python
