// SPDX-License-Identifier: BSD-3-Clause
// Trained classifiers: decisions, codes, files, pickles.
#include <pybind11/stl.h>

#include <supdict/classifier.hpp>
#include <supdict/model_file.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"
#include "results.hpp"
#include "supervised.hpp"

namespace supdict::python {
namespace {

/// Signals coded at a time, so that preprocessed copies stay small.
constexpr Index kChunk = 4096;

template <class T>
py::list parts(const Classifier<T>& classifier) {
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

template <class T>
py::tuple label(const Classifier<T>& classifier, const Array<T>& X, const py::dict& options,
                int threads) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  Classification result;
  {
    const py::gil_scoped_release release;
    result = classifier.label(signals, coding, Context(threads));
  }
  return py::make_tuple(copy_of(result.label), summary_dict(result.summary));
}

template <class T>
py::dict classify(const Classifier<T>& classifier, const Array<T>& X, const py::dict& options,
                  int threads) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  Classification found;
  {
    const py::gil_scoped_release release;
    found = classifier.classify(signals, coding, Context(threads));
  }
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
py::tuple encode(const Classifier<T>& classifier, const Array<T>& X, const py::dict& options,
                 int threads) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  Matrix<T> codes;
  CodingSummary summary;
  {
    const py::gil_scoped_release release;
    const Context context(threads);
    std::vector<Coder<T>> coders;
    Index n_codes = 0;
    for (const Member<T>& member : classifier.members) {
      for (const Part<T>& part : member.parts) {
        coders.emplace_back(part.model, coding, context);
        n_codes += part.model.n_atoms();
      }
    }
    codes.resize(n_codes, signals.cols());
    for (Index first = 0; first < signals.cols(); first += kChunk) {
      const Index count = std::min(kChunk, signals.cols() - first);
      const Matrix<T> chunk =
          classifier.preprocessing.template apply<T>(signals.middleCols(first, count));
      Index row = 0;
      for (const Coder<T>& coder : coders) {
        const Codes<T> found = coder.lasso(chunk);
        codes.block(row, first, coder.n_atoms(), count) = found.Alpha;
        row += coder.n_atoms();
        summary.merge(found.summary);
      }
    }
  }
  return py::make_tuple(to_array(std::move(codes)), summary_dict(summary));
}

template <class T>
py::array_t<T> preprocess(const Classifier<T>& classifier, const Array<T>& X) {
  const auto signals = view(X);
  Matrix<T> result;
  {
    const py::gil_scoped_release release;
    result = classifier.preprocessing.template apply<T>(signals);
  }
  return to_array(std::move(result));
}

template <class T>
py::dict preprocessing(const Classifier<T>& classifier) {
  const Preprocessing& p = classifier.preprocessing;
  py::dict result;
  result["description"] = p.describe();
  result["constant"] = p.constant;
  result["image_shape"] =
      p.is_image() ? py::object(py::make_tuple(p.image_height, p.image_width)) : py::none();
  return result;
}

template <class T>
py::bytes to_bytes(const Classifier<T>& classifier) {
  return py::bytes(serialise_model(classifier));
}

template <class T>
void bind(py::module_& module, const char* name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  using Self = Classifier<T>;
  const auto X = py::arg("X").noconvert();
  py::class_<Self>(module, name)
      .def_static("load", &load_model<T>, "path"_a, py::call_guard<py::gil_scoped_release>())
      .def(
          "save", [](const Self& self, const std::string& path) { save_model(path, self); },
          "path"_a, py::call_guard<py::gil_scoped_release>())
      .def_property(
          "class_names", [](const Self& self) { return self.labels.names(); },
          [](Self& self, std::vector<std::string> names) {
            self.labels = ClassLabels(std::move(names));
            self.validate();
          })
      .def_property_readonly("method", [](const Self& self) { return to_string(self.method); })
      .def_property_readonly("strategy", [](const Self& self) { return to_string(self.strategy); })
      .def_property_readonly("vote", [](const Self& self) { return to_string(self.vote); })
      .def_property_readonly("n_features", &Self::n_features)
      .def_property_readonly("preprocessing", &preprocessing<T>)
      .def_readwrite("notes", &Self::notes)
      .def("parts", &parts<T>)
      .def("preprocess", &preprocess<T>, X)
      .def("label", &label<T>, X, "options"_a, "threads"_a)
      .def("classify", &classify<T>, X, "options"_a, "threads"_a)
      .def("encode", &encode<T>, X, "options"_a, "threads"_a)
      .def(py::pickle(&to_bytes<T>, [](const py::bytes& bytes) {
        return parse_model<T>(std::string(bytes), "pickle");
      }));
}

}  // namespace

void bind_classifier(py::module_& module) {
  bind<float>(module, "ClassifierFloat");
  bind<double>(module, "ClassifierDouble");
  // In the order the library gives them: numbers by value, else by text.
  module.def("class_order", [](const std::vector<std::string>& names) {
    return ClassLabels::from(names).names();
  });
}

}  // namespace supdict::python
