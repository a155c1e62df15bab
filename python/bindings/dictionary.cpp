// SPDX-License-Identifier: BSD-3-Clause
// Reconstructive dictionaries and their running state (D, A, B).
#include <supdict/dictionary.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "options.hpp"

namespace supdict::python {
namespace {

template <class T>
py::dict to_dict(DictionaryState<T>&& state) {
  py::dict result;
  result["dictionary"] = to_array(std::move(state.D));
  result["A"] = to_array(std::move(state.A));
  result["B"] = to_array(std::move(state.B));
  result["n_updates"] = state.n_updates;
  result["n_replaced"] = state.n_replaced;
  return result;
}

/// Returns the state, the mean objective of each epoch, and the exception that ended learning, or
/// None.
template <class T>
py::tuple learn(const Array<T>& X, const py::dict& options, const py::dict& coding,
                const Workers& workers, const py::object& callback) {
  const auto learning = options_from<DictionaryOptions>(options);
  const auto coder = options_from<CodingOptions>(coding);
  const auto signals = view(X);
  LearnedDictionary<T> learned;
  Foreground foreground;
  DictionaryHooks hooks;
  hooks.progress = [&](double fraction) {
    if (callback.is_none()) return foreground.ask({});
    return foreground.ask([&] { return !callback(fraction).is(py::bool_(false)); });
  };
  foreground.run([&] {
    learned = learn_dictionary<T>(signals, learning, coder, hooks, foreground.stoppable(workers));
  });
  py::list objective;
  for (const double value : learned.summary.objective) objective.append(value);
  return py::make_tuple(to_dict<T>(std::move(learned)), objective, foreground.error());
}

template <class T>
py::dict start(const Array<T>& X, const py::dict& options) {
  const auto learning = options_from<DictionaryOptions>(options);
  const auto signals = view(X);
  DictionaryState<T> state;
  {
    const py::gil_scoped_release release;
    state = start_dictionary<T>(signals, learning);
  }
  return to_dict(std::move(state));
}

/// One online update with the batch X; returns the new state.
template <class T>
py::dict update(const py::dict& before, const Array<T>& X, const py::dict& options,
                const py::dict& coding, const Workers& workers) {
  const auto learning = options_from<DictionaryOptions>(options);
  const auto coder = options_from<CodingOptions>(coding);
  const auto signals = view(X);
  DictionaryState<T> state;
  state.D = view(py::cast<Array<T>>(before["dictionary"]));
  state.A = view(py::cast<Array<T>>(before["A"]));
  state.B = view(py::cast<Array<T>>(before["B"]));
  state.n_updates = py::cast<Index>(before["n_updates"]);
  state.n_replaced = py::cast<Index>(before["n_replaced"]);
  Foreground foreground;
  foreground.run_whole(signals.cols(), [&] {
    update_dictionary<T>(state, signals, learning, coder, foreground.stoppable(workers));
  });
  return to_dict(std::move(state));
}

template <class T>
void bind(py::module_& module) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  module.def("learn_dictionary", &learn<T>, py::arg("X").noconvert(), "options"_a, "coding"_a,
             "workers"_a, "callback"_a);
  module.def("start_dictionary", &start<T>, py::arg("X").noconvert(), "options"_a);
  module.def("update_dictionary", &update<T>, "state"_a, py::arg("X").noconvert(), "options"_a,
             "coding"_a, "workers"_a);
}

}  // namespace

void bind_dictionary(py::module_& module) {
  bind<float>(module);
  bind<double>(module);
}

}  // namespace supdict::python
