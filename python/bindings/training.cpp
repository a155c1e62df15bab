// SPDX-License-Identifier: BSD-3-Clause
// Training runs: watched by a callback, stopped by Ctrl-C.
#include <pybind11/stl.h>

#include <optional>
#include <supdict/trainer.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "options.hpp"
#include "results.hpp"

namespace supdict::python {
namespace {

py::dict to_dict(const PathPoint& point) {
  py::dict result;
  result["iteration"] = point.iteration;
  result["mu"] = point.mu;
  result["lambda0"] = point.lambda0;
  result["objective"] = point.objective;
  result["train_error"] = point.train_error;
  result["validation_error"] = point.validation_error;
  result["mean_nonzeros"] = point.mean_nonzeros;
  result["seconds"] = point.seconds;
  return result;
}

py::dict to_dict(const Progress& progress) {
  py::dict result;
  result["fraction"] = progress.fraction;
  result["seconds"] = progress.seconds;
  result["eta"] = progress.eta >= 0 ? py::object(py::float_(progress.eta)) : py::none();
  result["part"] = progress.part;
  result["n_parts"] = progress.n_parts;
  result["part_name"] = progress.part_name;
  result["point"] = progress.point != nullptr ? py::object(to_dict(*progress.point)) : py::none();
  return result;
}

py::dict to_dict(const TrainSummary& summary) {
  Index n_iter = 0;
  for (const auto& member : summary.members) {
    for (const PartSummary& part : member) {
      if (!part.path.empty()) n_iter = std::max(n_iter, part.path.back().iteration);
    }
  }
  py::dict result;
  result["status"] = to_string(summary.status);
  result["usable"] = summary.usable;
  result["options"] = options_dict(summary.resolved);
  result["preprocessing"] = summary.preprocessing;
  result["warnings"] = summary.warnings;
  result["train_error"] = summary.train_error;
  result["seconds"] = summary.seconds;
  result["n_iter"] = n_iter;
  return result;
}

/// The classifier, the summary, and the Python exception that ended the run, or None.
template <class T>
py::tuple train_classifier(const Array<T>& X, const std::vector<std::string>& names,
                           const Array<int>& y, const py::dict& options,
                           const std::optional<Array<double>>& weights, int threads,
                           const py::object& callback, const std::string& log,
                           const std::string& checkpoint, bool resume) {
  const auto settings = options_from<TrainOptions>(options);
  const auto labels = labels_from(names, y);
  const auto signals = view(X);
  std::span<const double> each;
  if (weights) each = {weights->data(), static_cast<std::size_t>(weights->size())};
  Foreground foreground;
  TrainHooks hooks;
  hooks.log = log;
  hooks.checkpoint = checkpoint;
  hooks.resume = resume;
  hooks.progress = [&](const Progress& progress) {
    if (callback.is_none()) return foreground.ask({});
    return foreground.ask([&] { return !callback(to_dict(progress)).is(py::bool_(false)); });
  };
  TrainResult<T> result;
  foreground.run(
      [&] { result = train<T>(signals, labels, settings, hooks, each, Context(threads)); });
  return py::make_tuple(py::cast(std::move(result.classifier)), to_dict(result.summary),
                        foreground.error());
}

template <class T>
void bind(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("train", &train_classifier<T>, py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
             "weights"_a, "threads"_a, "callback"_a, "log"_a, "checkpoint"_a, "resume"_a);
}

}  // namespace

void bind_training(py::module_& module) {
  bind<float>(module);
  bind<double>(module);
}

}  // namespace supdict::python
