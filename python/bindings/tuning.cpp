// SPDX-License-Identifier: BSD-3-Clause
// The search for atoms and kappa.
#include <pybind11/stl.h>

#include <supdict/tune.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "options.hpp"
#include "results.hpp"

namespace supdict::python {
namespace {

py::dict to_dict(const TuneProgress& progress) {
  py::dict result;
  result["fraction"] = progress.fraction;
  result["seconds"] = progress.seconds;
  result["eta"] = progress.eta >= 0 ? py::object(py::float_(progress.eta)) : py::none();
  result["what"] = progress.what;
  return result;
}

py::dict to_dict(const TuneResult& result) {
  py::list points;
  for (const TunePoint& point : result.points) {
    py::dict entry;
    entry["atoms"] = point.atoms;
    entry["kappa"] = point.kappa;
    entry["error"] = point.error();
    entry["errors"] = point.errors;
    points.append(entry);
  }
  py::dict all;
  all["points"] = points;
  all["chosen"] = options_dict(result.chosen);
  all["complete"] = result.complete;
  all["seconds"] = result.seconds;
  return all;
}

/// The result and the Python exception that ended the search, or None.
template <class T>
py::tuple search(const Array<T>& X, const std::vector<std::string>& names, const Array<int>& y,
                 const py::dict& options, const py::dict& tuning, int threads,
                 const py::object& callback, const std::string& state, bool resume) {
  const auto training = options_from<TrainOptions>(options);
  const auto searching = options_from<TuneOptions>(tuning);
  const auto labels = labels_from(names, y);
  const auto signals = view(X);
  Foreground foreground;
  TuneHooks hooks;
  hooks.state = state;
  hooks.resume = resume;
  hooks.progress = [&](const TuneProgress& progress) {
    if (callback.is_none()) return foreground.ask({});
    return foreground.ask([&] { return !callback(to_dict(progress)).is(py::bool_(false)); });
  };
  TuneResult result;
  foreground.run(
      [&] { result = tune<T>(signals, labels, training, searching, hooks, Context(threads)); });
  return py::make_tuple(to_dict(result), foreground.error());
}

template <class T>
void bind(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("tune", &search<T>, py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
             "tuning"_a, "threads"_a, "callback"_a, "state"_a, "resume"_a);
}

}  // namespace

void bind_tuning(py::module_& module) {
  bind<float>(module);
  bind<double>(module);
}

}  // namespace supdict::python
