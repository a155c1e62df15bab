// SPDX-License-Identifier: BSD-3-Clause
// The selection procedure of the paper (its Section 5): (atoms, kappa) over a grid by
// cross-validation; the best few are kept and vote together. lambda2, mu and lambda0 are found as
// in training.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "supdict/trainer.hpp"

namespace supdict {

struct TuneOptions {
  std::string grid_atoms = "24,32,48,64,96";
  std::string grid_kappa = "0.13,0.14,0.15,0.16,0.17";
  int folds = 5;
  int keep = 3;
  bool race = false;
  int subset = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.grid_atoms, Field{.name = "grid_atoms",
                                 .help = "numbers of atoms that are tried, separated by commas"});
    visit(self.grid_kappa, Field{.name = "grid_kappa",
                                 .help = "values of kappa that are tried, separated by commas"});
    visit(self.folds, Field{.name = "folds",
                            .help = "parts of the data, each held out once",
                            .min = 2,
                            .max = 1000});
    visit(self.keep, Field{.name = "keep",
                           .help = "best (atoms, kappa) that are kept for a vote",
                           .min = 1,
                           .max = 1000});
    visit(self.race, Field{.name = "race",
                           .help = "yes: after each fold only the better half of the grid is kept, "
                                   "at least `keep`; no: every point is tried on every fold",
                           .choices = names<bool>()});
    visit(self.subset, Field{.name = "subset",
                             .help = "signals of each class that are used, drawn with the seed; "
                                     "0: all",
                             .min = 0,
                             .max = 1e9});
  }
};

/// One (atoms, kappa) of the grid.
struct SUPDICT_EXPORT TunePoint {
  int atoms = 0;
  double kappa = 0;
  std::vector<double> errors;  ///< share of wrong labels in each fold done so far

  /// Mean over the folds done; 1 before the first.
  double error() const;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.atoms, Field{.name = "atoms"});
    visit(self.kappa, Field{.name = "kappa"});
    visit(self.error(), Field{.name = "error"});
    visit(self.errors, Field{.name = "errors"});
  }
};

struct TuneProgress {
  double fraction = 0;
  double seconds = 0;
  std::optional<double> eta;  ///< seconds left, as far as one can tell
  std::string what;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.fraction, Field{.name = "fraction"});
    visit(self.seconds, Field{.name = "seconds"});
    visit(self.eta, Field{.name = "eta"});
    visit(self.what, Field{.name = "what"});
  }
};

struct TuneHooks {
  /// Return false to stop. Called from any thread, one call at a time.
  std::function<bool(const TuneProgress&)> progress;
  std::string state;    ///< file that keeps what is done; empty: none
  bool resume = false;  ///< continue from `state`
};

struct TuneResult {
  std::vector<TunePoint> points;  ///< best first
  TrainOptions chosen;            ///< for train(): members, lambda2, mu
  bool complete = true;           ///< false when time or the user ended it early
  double seconds = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.complete, Field{.name = "complete"});
    visit(self.seconds, Field{.name = "seconds"});
    visit(self.points, Field{.name = "points"});
    visit(self.chosen, Field{.name = "chosen"});
  }
};

/// `options`: everything but atoms, kappa and members; its time budget is that of the whole search.
/// Ended early, it chooses among the points that have the most folds. Throws Error(kInvalidOption)
/// if not one trial was finished.
template <class T>
SUPDICT_EXPORT TuneResult tune(ConstMatrixRef<T> X, std::span<const std::string> labels,
                               const TrainOptions& options = {}, const TuneOptions& tuning = {},
                               const TuneHooks& hooks = {}, const Context& context = Context());

}  // namespace supdict
