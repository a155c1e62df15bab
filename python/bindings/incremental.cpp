// SPDX-License-Identifier: BSD-3-Clause
// Incremental training.
#include <pybind11/stl.h>

#include <limits>
#include <optional>
#include <supdict/incremental.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "model.hpp"
#include "options.hpp"
#include "results.hpp"

namespace supdict::python {
namespace {

/// A trainer whose calls can be stopped by Ctrl-C.
template <class T>
class Learner {
 public:
  template <class... Arguments>
  explicit Learner(const Workers& workers, const Arguments&... arguments) : workers_(workers) {
    attended(kMany, [&](Foreground& foreground) {
      trainer_.emplace(arguments..., foreground.stoppable(workers));
    });
  }

  const Classifier<T>& classifier() const { return trainer_->classifier(); }
  Index n_updates() const { return n_updates_; }

  /// Returns the classifier after the update.
  Classifier<T> update(ConstMatrixRef<T> X, const std::vector<std::string>& labels,
                       std::span<const double> weights) {
    Classifier<T> result;
    // With several threads the parts of the classifier are trained in parallel.
    attended(workers_.first == 1 ? X.cols() : kMany, [&](Foreground&) {
      trainer_->update(X, labels, weights);
      ++n_updates_;
      result = classifier();
    });
    return result;
  }

 private:
  static constexpr Index kMany = std::numeric_limits<Index>::max();

  void attended(Index n_signals, const std::function<void(Foreground&)>& work) {
    Foreground foreground(ending_);
    foreground.run_whole(n_signals, [&] { work(foreground); });
  }

  std::shared_ptr<Ending> ending_ = std::make_shared<Ending>();
  Workers workers_;
  std::optional<IncrementalTrainer<T>> trainer_;
  Index n_updates_ = 0;
};

template <class T>
std::unique_ptr<Learner<T>> start(const Array<T>& X, const std::vector<std::string>& names,
                                  const Array<int>& y, const py::dict& options,
                                  const Workers& workers) {
  const auto settings = options_from<TrainOptions>(options);
  const auto labels = labels_from(names, y);
  const ConstMatrixRef<T> signals = view(X);
  return std::make_unique<Learner<T>>(workers, signals, labels, ClassLabels(names), settings);
}

template <class T>
std::unique_ptr<Learner<T>> go_on(const Model<T>& model, const py::dict& options,
                                  const Workers& workers) {
  const auto settings = options_from<TrainOptions>(options);
  const auto classifier = model.shared();
  return std::make_unique<Learner<T>>(workers, *classifier, settings);
}

/// One pass over X.
template <class T>
Model<T> update(Learner<T>& learner, const Array<T>& X, const Array<int>& y,
                const std::optional<Array<double>>& weights) {
  const auto labels = labels_from(learner.classifier().labels.names(), y);
  const auto signals = view(X);
  std::span<const double> each;
  if (weights) each = {weights->data(), weights->data() + weights->size()};
  return Model<T>(learner.update(signals, labels, each));
}

template <class T>
void bind(py::module_& module, const char* name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  py::class_<Learner<T>>(module, name)
      .def(py::init(&start<T>), py::arg("X").noconvert(), "names"_a, "y"_a, "options"_a,
           "workers"_a)
      .def(py::init(&go_on<T>), "classifier"_a, "options"_a, "workers"_a)
      .def_property_readonly("n_updates", &Learner<T>::n_updates)
      .def("update", &update<T>, py::arg("X").noconvert(), "y"_a, "weights"_a);
}

}  // namespace

void bind_incremental(py::module_& module) {
  bind<float>(module, "IncrementalFloat");
  bind<double>(module, "IncrementalDouble");
}

}  // namespace supdict::python
