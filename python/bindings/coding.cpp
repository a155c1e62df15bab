// SPDX-License-Identifier: BSD-3-Clause
// Sparse codes under given dictionaries.
#include <pybind11/stl.h>

#include <optional>
#include <supdict/coding.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"
#include "results.hpp"
#include "supervised.hpp"

namespace supdict::python {
namespace {

template <class T>
std::optional<Matrix<T>> start_from(const std::optional<Array<T>>& init) {
  if (!init) return std::nullopt;
  return Matrix<T>(view(*init));
}

/// Arrays have one row per signal; with several hypotheses the second axis counts them.
template <class T>
py::dict codes_dict(Codes<T>&& codes) {
  const Index m = codes.n_signals();
  const Index h = codes.n_hypotheses();
  const Index p = codes.posterior.rows();
  Matrix<bool> converged = codes.status.unaryExpr(
      [](CodingStatus status) { return status == CodingStatus::kConverged; });
  py::dict result;
  result["summary"] = summary_dict(codes.summary);
  result["codes"] = to_array(std::move(codes.Alpha), {m, h, codes.Alpha.rows()});
  result["objective"] = to_array(std::move(codes.value));
  result["gap"] = to_array(std::move(codes.gap));
  result["n_iter"] = to_array(std::move(codes.iterations));
  result["converged"] = to_array(std::move(converged));
  if (p > 0) result["posterior"] = to_array(std::move(codes.posterior), {m, h, p});
  return result;
}

template <class T>
py::dict lasso(const Array<T>& X, const Array<T>& dictionary, double kappa,
               const std::optional<Array<T>>& init, const py::dict& options, int threads) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  const auto D = view(dictionary);
  const auto start = start_from<T>(init);
  Codes<T> codes;
  {
    const py::gil_scoped_release release;
    const Coder<T> coder(D, kappa, coding, Context(threads));
    codes = coder.lasso(signals, start ? &*start : nullptr);
  }
  return codes_dict(std::move(codes));
}

template <class T>
py::dict supervised(const Array<T>& X, const Supervised<T>& model,
                    const std::vector<int>& hypotheses, const std::optional<Array<T>>& init,
                    const py::dict& options, int threads) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  const auto start = start_from<T>(init);
  Codes<T> codes;
  {
    const py::gil_scoped_release release;
    const Coder<T> coder(model.value, coding, Context(threads));
    codes = coder.encode(signals, hypotheses, start ? &*start : nullptr);
  }
  return codes_dict(std::move(codes));
}

template <class T>
void bind(py::module_& module, const char* model_name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  py::class_<Supervised<T>>(module, model_name)
      .def(py::init(&make_supervised<T>), "decision"_a, py::arg("dictionary").noconvert(),
           py::arg("weights").noconvert(), py::arg("bias").noconvert(), "lambda0"_a, "lambda1"_a);
  module.def("lasso", &lasso<T>, py::arg("X").noconvert(), py::arg("dictionary").noconvert(),
             "kappa"_a, py::arg("init").noconvert().none(true), "options"_a, "threads"_a);
  module.def("supervised", &supervised<T>, py::arg("X").noconvert(), "model"_a, "hypotheses"_a,
             py::arg("init").noconvert().none(true), "options"_a, "threads"_a);
  module.def(
      "kappa_max",
      [](const Array<T>& dictionary, const Array<T>& X) {
        const auto D = view(dictionary);
        const auto signals = view(X);
        const py::gil_scoped_release release;
        return kappa_max<T>(D, signals);
      },
      py::arg("dictionary").noconvert(), py::arg("X").noconvert());
}

}  // namespace

void bind_coding(py::module_& module) {
  bind<float>(module, "SupervisedFloat");
  bind<double>(module, "SupervisedDouble");
}

}  // namespace supdict::python
