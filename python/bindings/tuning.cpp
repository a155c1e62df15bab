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

/// Returns the result and the Python exception that ended the search, or None.
template <class T>
py::tuple search(const Array<T>& X, const std::vector<std::string>& names, const Array<int>& y,
                 const py::dict& options, const py::dict& tuning, const Workers& workers,
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
    return foreground.ask([&] { return !callback(to_python(progress)).is(py::bool_(false)); });
  };
  TuneResult result;
  foreground.run([&] {
    result = tune<T>(signals, labels, training, searching, hooks, foreground.unstoppable(workers));
  });
  return py::make_tuple(to_python(result), foreground.error());
}

template <class T>
void bind(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("tune", &search<T>, py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
             "tuning"_a, "workers"_a, "callback"_a, "state"_a, "resume"_a);
}

}  // namespace

void bind_tuning(py::module_& module) {
  bind<float>(module);
  bind<double>(module);
}

}  // namespace supdict::python
