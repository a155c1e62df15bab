// SPDX-License-Identifier: BSD-3-Clause
// Sparse codes under given dictionaries.
#include <pybind11/stl.h>

#include <optional>
#include <supdict/coding.hpp>
#include <supdict/solvers.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "foreground.hpp"
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

/// Arrays have one row per signal; with several hypotheses, the second axis is the hypothesis.
template <class T>
py::dict certificates_dict(Certificates<T>& codes) {
  const Index m = codes.n_signals();
  const Index h = codes.n_hypotheses();
  const Index p = codes.posterior.rows();
  const bool limited = codes.level.size() > 0;
  Matrix<bool> converged = codes.status.unaryExpr(
      [](CodingStatus status) { return status == CodingStatus::kConverged; });
  py::dict result;
  result["summary"] = summary_dict(codes.summary);
  result["objective"] = to_array(std::move(codes.value));
  result["lower"] = to_array(std::move(codes.lower));
  result["upper"] = to_array(std::move(codes.upper));
  result["gap"] = to_array(std::move(codes.gap));
  if (limited) result["level"] = to_array(std::move(codes.level));
  result["n_iter"] = to_array(std::move(codes.iterations));
  result["converged"] = to_array(std::move(converged));
  if (p > 0) result["posterior"] = to_array(std::move(codes.posterior), {m, h, p});
  return result;
}

template <class T>
py::dict codes_dict(Codes<T>&& codes) {
  const Index m = codes.n_signals();
  const Index h = codes.n_hypotheses();
  py::dict result = certificates_dict(codes);
  result["codes"] = to_array(std::move(codes.Alpha), {m, h, codes.Alpha.rows()});
  return result;
}

/// The codes as data, indices and starts of a matrix with one row per signal (CSR).
template <class T>
py::dict codes_dict(SparseCodes<T>&& codes) {
  py::dict result = certificates_dict(codes);
  result["codes"] =
      py::make_tuple(to_array(std::move(codes.Alpha.values)), to_array(std::move(codes.Alpha.rows)),
                     to_array(std::move(codes.Alpha.starts)));
  return result;
}

template <class T>
py::dict lasso(const Array<T>& X, const Array<T>& dictionary, double kappa,
               const std::optional<Array<T>>& init, const std::optional<Array<double>>& weights,
               const py::dict& options, const py::dict& penalty, const Workers& workers,
               bool sparse) {
  const auto coding = options_from<CodingOptions>(options);
  const CodePenalty of_codes = options_from<PenaltyOptions>(penalty).codes();
  const auto signals = view(X);
  const auto D = view(dictionary);
  const auto start = start_from<T>(init);
  const Matrix<T>* warm = start ? &*start : nullptr;
  const auto given = start_from<double>(weights);
  const Matrix<double>* of_signals = given ? &*given : nullptr;
  Codes<T> dense;
  SparseCodes<T> entries;
  Foreground foreground;
  foreground.run_whole(signals.cols(), [&] {
    const auto coder =
        Coder<T>::borrowing(D, kappa, coding, foreground.stoppable(workers), of_codes);
    if (sparse) {
      entries = coder.sparse_lasso(signals, warm, of_signals);
    } else {
      dense = coder.lasso(signals, warm, of_signals);
    }
  });
  return sparse ? codes_dict(std::move(entries)) : codes_dict(std::move(dense));
}

template <class T>
py::dict supervised(const Array<T>& X, const Supervised<T>& model,
                    const std::vector<int>& hypotheses, const std::optional<Array<T>>& init,
                    const py::dict& options, const Workers& workers) {
  const auto coding = options_from<CodingOptions>(options);
  const auto signals = view(X);
  const auto start = start_from<T>(init);
  Codes<T> codes;
  Foreground foreground;
  foreground.run_whole(signals.cols(), [&] {
    const Coder<T> coder(model.value, coding, foreground.stoppable(workers));
    codes = coder.encode(signals, hypotheses, start ? &*start : nullptr);
  });
  return codes_dict(std::move(codes));
}

template <class T>
void bind(py::module_& module, const char* model_name) {
  using namespace py::literals;  // NOLINT(google-build-using-namespace)
  py::class_<Supervised<T>>(module, model_name)
      .def(py::init(&make_supervised<T>), "decision"_a, py::arg("dictionary").noconvert(),
           py::arg("weights").noconvert(), py::arg("bias").noconvert(), "lambda0"_a, "lambda1"_a,
           "nonnegative"_a, "ridge"_a, "atom_weights"_a);
  module.def("lasso", &lasso<T>, py::arg("X").noconvert(), py::arg("dictionary").noconvert(),
             "kappa"_a, py::arg("init").noconvert().none(true),
             py::arg("weights").noconvert().none(true), "options"_a, "penalty"_a, "workers"_a,
             "sparse"_a);
  module.def("supervised", &supervised<T>, py::arg("X").noconvert(), "model"_a, "hypotheses"_a,
             py::arg("init").noconvert().none(true), "options"_a, "workers"_a);
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

py::list solver_rows() {
  py::list rows;
  for (const SolverInfo& solver : solvers()) {
    py::dict row;
    SolverInfo::fields(solver, [&](const auto& value, const Field& field) {
      row[py::str(std::string(field.name))] = py::cast(value);
    });
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_coding(py::module_& module) {
  module.def("solvers", &solver_rows);
  bind<float>(module, "SupervisedFloat");
  bind<double>(module, "SupervisedDouble");
}

}  // namespace supdict::python
