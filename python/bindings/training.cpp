// SPDX-License-Identifier: BSD-3-Clause
// Training runs, with a callback and stoppable by Ctrl-C.
#include <pybind11/stl.h>

#include <optional>
#include <supdict/trainer.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "model.hpp"
#include "options.hpp"
#include "results.hpp"

namespace supdict::python {
namespace {

py::object told(const TrainSummary& summary) {
  Index n_iter = 0;
  for (const auto& member : summary.members) {
    for (const PartSummary& part : member) {
      if (!part.path.empty()) n_iter = std::max(n_iter, part.path.back().iteration);
    }
  }
  py::object result = to_python(summary);
  result["n_iter"] = n_iter;
  return result;
}

/// Returns the classifier, the summary, and the Python exception that ended the run, or None.
template <class T>
py::tuple train_classifier(const Array<T>& X, const std::vector<std::string>& names,
                           const Array<int>& y, const py::dict& options,
                           const std::optional<Array<double>>& weights, const Workers& workers,
                           const py::object& callback, const std::string& log,
                           const std::string& checkpoint, bool resume) {
  const auto settings = options_from<TrainOptions>(options);
  const auto labels = labels_from(names, y);
  const auto signals = view(X);
  std::span<const double> each;
  if (weights) each = {weights->data(), weights->data() + weights->size()};
  Foreground foreground;
  TrainHooks hooks;
  hooks.log = log;
  hooks.checkpoint = checkpoint;
  hooks.resume = resume;
  hooks.progress = [&](const Progress& progress) {
    if (callback.is_none()) return foreground.ask({});
    return foreground.ask([&] { return !callback(to_python(progress)).is(py::bool_(false)); });
  };
  TrainResult<T> result;
  foreground.run([&] {
    result = train<T>(signals, labels, each, settings, hooks, foreground.unstoppable(workers));
  });
  return py::make_tuple(py::cast(Model<T>(std::move(result.classifier))), told(result.summary),
                        foreground.error());
}

template <class T>
void bind(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("train", &train_classifier<T>, py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
             "weights"_a, "workers"_a, "callback"_a, "log"_a, "checkpoint"_a, "resume"_a);
}

}  // namespace

void bind_training(py::module_& module) {
  bind<float>(module);
  bind<double>(module);
}

}  // namespace supdict::python
