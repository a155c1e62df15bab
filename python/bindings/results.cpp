// SPDX-License-Identifier: BSD-3-Clause
#include "results.hpp"

#include <algorithm>

#include "options.hpp"

namespace supdict::python {

py::dict summary_dict(const CodingSummary& summary) {
  py::dict result = to_python(summary);
  result["usable"] = summary.usable();
  result["message"] = summary.message();
  return result;
}

std::vector<std::string> labels_from(const std::vector<std::string>& names, const Array<int>& y) {
  std::vector<std::string> labels;
  std::for_each(y.data(), y.data() + y.size(), [&](int l) {
    labels.push_back(names.at(static_cast<std::size_t>(l)));  // Python's numbers are checked
  });
  return labels;
}

}  // namespace supdict::python
