// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/table1_page.hpp"

namespace supdict::app {
namespace {

/// The paper's figures in percent, by the names of the rows.
const Json& paper() {
  static const Json figures = {{"MNIST",
                                {{"REC L", 4.33},
                                 {"SDL-G L", 3.56},
                                 {"SDL-D L", 1.05},
                                 {"REC BL", 3.41},
                                 {"k-NN", 5.0},
                                 {"SVM-Gauss", 1.4}}},
                               {"USPS",
                                {{"REC L", 6.83},
                                 {"SDL-G L", 6.67},
                                 {"SDL-D L", 3.54},
                                 {"REC BL", 4.38},
                                 {"k-NN", 5.2},
                                 {"SVM-Gauss", 4.2}}}};
  return figures;
}

std::string details_of(const Json& row) {
  if (row.contains("k")) return format("k = %d", row["k"].get<int>());
  if (row.contains("C")) {
    return format("C = %g, gamma = %g", row["C"].get<double>(), row["gamma"].get<double>());
  }
  std::string text;
  for (const Json& member : row["members"]) {
    text += format("%s%d:%g %s", text.empty() ? "" : ", ", member["atoms"].get<int>(),
                   member["kappa"].get<double>(), percents(member["error"].get<double>()).c_str());
  }
  return text;
}

TextTable table_of(const std::string& name, const Json& result) {
  TextTable table{{"method", "error %", "paper %", "seconds", "each member (k:kappa error %)"}, {}};
  for (const auto& [row, values] : result["rows"].items()) {
    const Json& theirs = paper()[name];
    table.rows.push_back({row, percents(values["error"].get<double>()),
                          theirs.contains(row) ? format("%.2f", theirs[row].get<double>()) : "",
                          format("%.0f", values["seconds"].get<double>()), details_of(values)});
  }
  return table;
}

TextTable grid_of(const Json& chosen) {
  TextTable table{{"k", "kappa", "error %", "folds"}, {}};
  for (const Json& point : chosen["grid"]) {
    table.rows.push_back(
        {std::to_string(point["atoms"].get<int>()), format("%g", point["kappa"].get<double>()),
         percents(point["error"].get<double>()), std::to_string(point["folds"].get<int>())});
  }
  return table;
}

}  // namespace

void add_digits(Finding& finding, const std::string& name, const Json& result) {
  finding.results[name] = result;
  const Json& chosen = result["chosen"];
  const std::string below =
      "<p>" +
      format(
          "Chosen on the training set in %s: lambda2 = %g, mu = %g, and the three best "
          "(k, kappa) of this grid, which vote together. After each fold the better half of the "
          "grid went on.",
          duration(chosen["seconds"].get<double>()).c_str(), chosen["lambda2"].get<double>(),
          chosen["mu"].get<double>()) +
      "</p>" + pictures::html_details(name + "-grid", "The grid", grid_of(chosen).html(), false);
  finding.add(name, name, table_of(name, result), below);
}

}  // namespace supdict::app
