// SPDX-License-Identifier: BSD-3-Clause
// What each solver of sparse coding serves. The rows are those the library dispatches by, and the
// command (`supdict solvers`), Python (supdict.solvers) and docs/parameters.md read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "supdict/options.hpp"

namespace supdict {

/// One solver. Asking it for what it does not serve is an Error(kInvalidOption) before any work.
struct SolverInfo {
  std::string name;
  std::string summary;
  std::vector<std::string> class_terms;
  std::vector<std::string> penalties;
  std::vector<std::string> penalties_without_gram;
  std::vector<std::string> penalties_on_gpu;
  std::vector<std::string> precisions;
  std::vector<std::string> devices;
  bool warm_starts = false;
  bool max_nonzeros = false;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.name, Field{.name = "name", .help = "value of the option solver"});
    visit(self.summary, Field{.name = "summary", .help = "what it does"});
    visit(self.class_terms, Field{.name = "class_terms",
                                  .help = "none: the lasso; binary: two classes; softmax: more"});
    visit(self.penalties, Field{.name = "penalties", .help = "what codes may cost"});
    visit(self.penalties_without_gram,
          Field{.name = "penalties_without_gram", .help = "those served without the Gram matrix"});
    visit(self.penalties_on_gpu,
          Field{.name = "penalties_on_gpu", .help = "those served on a GPU"});
    visit(self.precisions, Field{.name = "precisions", .help = "types of the numbers"});
    visit(self.devices, Field{.name = "devices", .help = "where it runs"});
    visit(self.warm_starts, Field{.name = "warm_starts", .help = "codes to start from are taken"});
    visit(self.max_nonzeros, Field{.name = "max_nonzeros",
                                   .help = "lasso codes: the number of non-zeros may be limited"});
  }
};

/// The solvers, the default first.
SUPDICT_EXPORT std::vector<SolverInfo> solvers();

/// Names for CodingOptions::solver, the default first.
SUPDICT_EXPORT std::vector<std::string> solver_names();

/// The solvers in one sentence: the help of CodingOptions::solver.
SUPDICT_EXPORT std::string_view solver_help();

}  // namespace supdict
