// SPDX-License-Identifier: BSD-3-Clause
#include "results.hpp"

namespace supdict::python {

py::dict summary_dict(const CodingSummary& summary) {
  py::dict result;
  result["n_problems"] = summary.n_problems;
  result["n_converged"] = summary.n_converged;
  result["n_iteration_limit"] = summary.n_iteration_limit;
  result["n_precision_limit"] = summary.n_precision_limit;
  result["max_relative_gap"] = summary.max_relative_gap;
  result["mean_iterations"] = summary.mean_iterations;
  result["mean_nonzeros"] = summary.mean_nonzeros;
  result["seconds"] = summary.seconds;
  result["usable"] = summary.usable();
  result["message"] = summary.message();
  return result;
}

std::vector<std::string> labels_from(const std::vector<std::string>& names, const Array<int>& y) {
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(y.size()));
  for (py::ssize_t j = 0; j < y.size(); ++j) {
    labels.push_back(names.at(static_cast<std::size_t>(y.data()[j])));
  }
  return labels;
}

}  // namespace supdict::python
