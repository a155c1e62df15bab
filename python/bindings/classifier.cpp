// SPDX-License-Identifier: BSD-3-Clause
// Trained classifiers: decisions, codes, files, pickles.
#include <pybind11/stl.h>

#include <supdict/model_file.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
#include "model.hpp"
#include "options.hpp"
#include "results.hpp"
#include "supervised.hpp"

namespace supdict::python {
namespace {

/// Signals coded at a time, which bounds the memory of preprocessed copies.
constexpr Index kChunk = 4096;

template <class T>
py::list parts(const Model<T>& self) {
  const Classifier<T>& classifier = self.classifier();
  py::list result;
  for (std::size_t i = 0; i < classifier.members.size(); ++i) {
    for (const Part<T>& part : classifier.members[i].parts) {
      py::dict entry = model_dict(part.model);
      entry["member"] = i;
      entry["classes"] = part.classes;
      result.append(entry);
    }
  }
  return result;
}

/// Of each member.
template <class T>
std::vector<double> calibration(const Model<T>& self) {
  std::vector<double> result;
  for (const Member<T>& member : self.classifier().members) result.push_back(member.calibration);
  return result;
}

/// Calls `work` with the predictor for these options and the Context of this call.
template <class T, class Work>
void with_predictor(Model<T>& self, Index n_signals, const py::dict& options,
                    const Workers& workers, const Work& work) {
  const auto coding = options_from<CodingOptions>(options);
  const auto classifier = self.shared();
  auto predictor = self.predictor(coding);
  Foreground foreground;
  foreground.run_whole(n_signals, [&] {
    const Context context = foreground.stoppable(workers);
    if (!predictor) predictor = std::make_shared<const Predictor<T>>(classifier, coding, context);
    work(*predictor, context);
  });
  self.keep(std::move(predictor));
}

template <class T>
py::tuple label(Model<T>& self, const Array<T>& X, const py::dict& options,
                const Workers& workers) {
  const auto signals = view(X);
  Classification result;
  with_predictor(self, signals.cols(), options, workers,
                 [&](const Predictor<T>& predictor, const Context& context) {
                   result = predictor.label(signals, context);
                 });
  return py::make_tuple(copy_of(result.label), summary_dict(result.summary));
}

template <class T>
py::dict classify(Model<T>& self, const Array<T>& X, const py::dict& options,
                  const Workers& workers) {
  const auto signals = view(X);
  Classification found;
  with_predictor(self, signals.cols(), options, workers,
                 [&](const Predictor<T>& predictor, const Context& context) {
                   found = predictor.classify(signals, context);
                 });
  py::dict result;
  result["summary"] = summary_dict(found.summary);
  result["label"] = copy_of(found.label);
  result["certified"] = copy_of(found.certified);
  result["scores"] = to_array(std::move(found.scores));
  result["probabilities"] = to_array(std::move(found.probabilities));
  return result;
}

/// Lasso codes under the dictionaries of all parts, side by side.
template <class T>
Matrix<T> codes_of(const Predictor<T>& predictor, ConstMatrixRef<T> signals, const Context& context,
                   CodingSummary& summary) {
  std::vector<Coder<T>> coders;
  Index n_codes = 0;
  for (Index i = 0; i < predictor.n_parts(); ++i) {
    n_codes += coders.emplace_back(predictor.coder(i, context)).n_atoms();
  }
  Matrix<T> codes(n_codes, signals.cols());
  for (Index first = 0; first < signals.cols(); first += kChunk) {
    const Index count = std::min(kChunk, signals.cols() - first);
    const Matrix<T> chunk = predictor.classifier().preprocessing.template apply<T>(
        signals.middleCols(first, count), context);
    Index row = 0;
    for (const Coder<T>& coder : coders) {
      const Codes<T> found = coder.lasso(chunk);
      codes.block(row, first, coder.n_atoms(), count) = found.Alpha;
      row += coder.n_atoms();
      summary.merge(found.summary);
    }
  }
  return codes;
}

template <class T>
py::tuple encode(Model<T>& self, const Array<T>& X, const py::dict& options,
                 const Workers& workers) {
  const auto signals = view(X);
  Matrix<T> codes;
  CodingSummary summary;
  with_predictor(self, signals.cols(), options, workers,
                 [&](const Predictor<T>& predictor, const Context& context) {
                   codes = codes_of<T>(predictor, signals, context, summary);
                 });
  return py::make_tuple(to_array(std::move(codes)), summary_dict(summary));
}

template <class T>
py::array_t<T> preprocess(const Model<T>& self, const Array<T>& X) {
  const auto signals = view(X);
  const auto classifier = self.shared();
  Matrix<T> result;
  Foreground foreground;
  foreground.run_whole(signals.cols(), [&] {
    result = classifier->preprocessing.template apply<T>(signals, foreground.stoppable({1, "cpu"}));
  });
  return to_array(std::move(result));
}

template <class T>
py::dict preprocessing(const Model<T>& self) {
  const Preprocessing& p = self.classifier().preprocessing;
  py::dict result;
  result["description"] = p.describe();
  result["constant"] = p.constant;
  result["image_shape"] =
      p.is_image() ? py::object(py::make_tuple(p.height(), p.width())) : py::none();
  return result;
}

template <class T>
py::bytes to_bytes(const Model<T>& self) {
  return py::bytes(serialise_model(self.classifier()));
}

template <class T>
Model<T> load(const std::string& path) {
  return Model<T>(load_model<T>(path));
}

template <class T>
void save(const Model<T>& self, const std::string& path) {
  const auto classifier = self.shared();
  const py::gil_scoped_release release;
  save_model(path, *classifier);
}

template <class T>
void bind(py::module_& module, const char* name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  using Self = Model<T>;
  const auto X = py::arg("X").noconvert();
  py::class_<Self>(module, name)
      .def_static("load", &load<T>, "path"_a, py::call_guard<py::gil_scoped_release>())
      .def("save", &save<T>, "path"_a)
      .def_property(
          "class_names", [](const Self& self) { return self.classifier().labels.names(); },
          &Self::rename)
      .def_property_readonly("method",
                             [](const Self& self) { return to_string(self.classifier().method); })
      .def_property_readonly("strategy",
                             [](const Self& self) { return to_string(self.classifier().strategy); })
      .def_property_readonly("vote",
                             [](const Self& self) { return to_string(self.classifier().vote); })
      .def_property_readonly("calibration", &calibration<T>)
      .def_property_readonly("n_features",
                             [](const Self& self) { return self.classifier().n_features(); })
      .def_property_readonly("preprocessing", &preprocessing<T>)
      .def_property_readonly("notes", [](const Self& self) { return self.classifier().notes; })
      .def_property_readonly("prepared_bytes", &Self::prepared_bytes)
      .def("parts", &parts<T>)
      .def("preprocess", &preprocess<T>, X)
      .def("label", &label<T>, X, "options"_a, "workers"_a)
      .def("classify", &classify<T>, X, "options"_a, "workers"_a)
      .def("encode", &encode<T>, X, "options"_a, "workers"_a)
      .def(py::pickle(&to_bytes<T>, [](const py::bytes& bytes) {
        return Model<T>(parse_model<T>(std::string(bytes), "pickle"));
      }));
}

}  // namespace

void bind_classifier(py::module_& module) {
  bind<float>(module, "ClassifierFloat");
  bind<double>(module, "ClassifierDouble");
  // In the order of the library: numbers by value, else by text.
  module.def("class_order", [](const std::vector<std::string>& names) {
    return ClassLabels::from(names).names();
  });
}

}  // namespace supdict::python
