// SPDX-License-Identifier: BSD-3-Clause
// Reconstructive dictionaries:
//
//   minimise over D, alpha   sum_j ||x_j - D alpha_j||^2 + kappa ||alpha_j||_1,  ||d_i||_2 <= 1
//
// with, where asked, a richer penalty of the codes, codes without negative entries or other atoms
// (supdict/penalty.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "supdict/coding.hpp"
#include "supdict/types.hpp"

namespace supdict {

/// The nearest atoms that are allowed; fixed ones stay as they are. Returns how many others were
/// too long, or on the unit sphere of another length.
template <class T>
SUPDICT_EXPORT Index project_atoms(Matrix<T>& D, const AtomRules& rules = {});

/// One update of the dictionary per mini-batch, or per pass over all signals.
enum class Learning { kOnline, kBatch };
constexpr auto names_of(Learning) {
  return std::to_array<std::string_view>({"online", "batch"});
}

/// Signals drawn from the training set, or noise.
enum class FirstAtoms { kSamples, kGaussian };
constexpr auto names_of(FirstAtoms) {
  return std::to_array<std::string_view>({"samples", "gaussian"});
}

struct DictionaryOptions {
  int atoms = 64;
  double kappa = 0.15;
  Learning learning = Learning::kOnline;
  FirstAtoms init = FirstAtoms::kSamples;
  int batch_size = 256;
  double epochs = 4;
  double forgetting = 3;
  std::uint64_t seed = 1;
  PenaltyOptions penalty = {};

  /// Throws Error(kInvalidOption) where options contradict each other.
  void check() const {
    penalty.codes().validate(atoms);
    penalty.atoms().validate(atoms);
  }

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.atoms,
          Field{.name = "atoms", .help = "atoms of the dictionary", .min = 1, .max = 1e6});
    visit(self.kappa, Field{.name = "kappa",
                            .help = "sparsity: weight of ||alpha||_1 against ||x - D alpha||^2",
                            .min = 0,
                            .min_excluded = true});
    visit(self.learning, Field{.name = "learning",
                               .help = "online: one update per mini-batch; batch: one update per "
                                       "pass over all signals"});
    visit(self.init,
          Field{.name = "init", .help = "first atoms: random training signals or Gaussian noise"});
    visit(self.batch_size, Field{.name = "batch_size",
                                 .help = "signals per update of the online method",
                                 .min = 1,
                                 .max = 1e9});
    visit(self.epochs,
          Field{.name = "epochs", .help = "passes over the signals", .min = 0, .max = 1e6});
    visit(self.forgetting, Field{.name = "forgetting",
                                 .help = "online: the sums of earlier batches are scaled by "
                                         "(1 - 1/t)^forgetting in update t",
                                 .min = 0,
                                 .max = 1e3});
    visit(self.seed, Field{.name = "seed", .help = "seed of all random choices", .min = 0});
    PenaltyOptions::fields(self.penalty, visit);
  }
};

struct DictionarySummary {
  Index n_updates = 0;
  Index n_replaced = 0;           ///< dead atoms replaced by badly reconstructed signals
  std::vector<double> objective;  ///< mean of the lasso objective per epoch, as seen while learning
  double mean_nonzeros = 0;       ///< 0 where the Context stopped learning
  double seconds = 0;
};

/// Running state of the learner: everything needed to continue later. One thread at a time may
/// update one; different ones are independent of each other.
template <class T>
struct DictionaryState {
  Matrix<T> D;  ///< n x k
  Matrix<T> A;  ///< k x k, running sum of alpha alpha'
  Matrix<T> B;  ///< n x k, running sum of x alpha'
  Index n_updates = 0;
  Index n_replaced = 0;
};

/// First atoms: those that are given, then some drawn from the columns of X or Gaussian, of unit
/// length or, where they must be sparse, as near to it as they may be.
template <class T>
SUPDICT_EXPORT DictionaryState<T> start_dictionary(ConstMatrixRef<T> X,
                                                   const DictionaryOptions& options);

/// One online update with a batch of signals. Returns the mean lasso objective of the batch before
/// the update.
template <class T>
SUPDICT_EXPORT double update_dictionary(DictionaryState<T>& state, ConstMatrixRef<T> batch,
                                        const DictionaryOptions& options,
                                        const CodingOptions& coding = {},
                                        const Context& context = Context());

/// With its state, from which update_dictionary can continue.
template <class T>
struct LearnedDictionary : DictionaryState<T> {
  DictionarySummary summary;
};

struct DictionaryHooks {
  /// Called after every update, on the calling thread, with the share of the updates done. Return
  /// false to stop; the dictionary is then what has been learned so far.
  std::function<bool(double fraction)> progress;
};

/// Stopped by its Context it returns what has been learned so far, too.
template <class T>
SUPDICT_EXPORT LearnedDictionary<T> learn_dictionary(ConstMatrixRef<T> X,
                                                     const DictionaryOptions& options = {},
                                                     const CodingOptions& coding = {},
                                                     const DictionaryHooks& hooks = {},
                                                     const Context& context = Context());

/// Lasso codes of X (k x m), and signals from codes (n x m).
template <class T>
SUPDICT_EXPORT Matrix<T> transform(ConstMatrixRef<T> D, ConstMatrixRef<T> X, double kappa,
                                   const CodingOptions& coding = {},
                                   const Context& context = Context(),
                                   const CodePenalty& penalty = {});
template <class T>
SUPDICT_EXPORT Matrix<T> inverse_transform(ConstMatrixRef<T> D, ConstMatrixRef<T> Alpha);

}  // namespace supdict
