// SPDX-License-Identifier: BSD-3-Clause
// Training: data and options in, classifier and summary out.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "supdict/classifier.hpp"
#include "supdict/coding.hpp"
#include "supdict/context.hpp"
#include "supdict/preprocessing.hpp"

namespace supdict {

/// Options of a training run. Numbers that say "0: chosen" are found from the data; what was chosen
/// is in the summary.
struct TrainOptions {
  std::string method = "sdl-d";
  std::string decision = "linear";
  std::string strategy = "pairwise";
  std::string trainer = "stochastic";
  int atoms = 0;
  double kappa = 0;
  std::string members;
  double lambda0 = 0;
  double lambda2 = -1;
  double mu = -1;
  double mu_ramp = 0.3;
  double validation = 0;
  std::string init = "reconstructive";
  double dictionary_epochs = 0;
  int iterations = 0;
  int batch_size = 0;
  double rate_dictionary = 3e-3;
  double rate_theta = 5e-2;
  double beta2 = 0.95;
  int patience = 0;
  int augment_shift = 0;
  std::string class_weight = "none";
  std::string vote = "majority";
  double time_budget = 0;
  std::uint64_t seed = 1;
  PreprocessingOptions preprocessing;
  CodingOptions coding = fast_coding();

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit);
};

/// One point of the path of a part: after `iteration` steps.
struct PathPoint {
  Index iteration = 0;
  double mu = 0;
  double lambda0 = 0;
  double objective = 0;    ///< mean cost per signal, with the lambda2 term
  double train_error = 0;  ///< on the signals looked at for `objective`
  double validation_error = std::numeric_limits<double>::quiet_NaN();
  double mean_nonzeros = 0;
  double seconds = 0;
};

struct PartSummary {
  std::vector<int> classes;
  std::vector<PathPoint> path;
  std::size_t chosen = 0;  ///< the point of the path that was kept
  Index n_signals = 0;
  Index n_validation = 0;
  Index n_replaced_atoms = 0;
  double lambda0 = 0;          ///< as used at the end
  std::vector<double> gammas;  ///< scale factors the lambda0 rule applied
  double seconds = 0;
};

enum class TrainStatus { kFinished, kTimeBudget, kStopped };

/// "finished", "time budget" or "stopped".
std::string to_string(TrainStatus status);

struct TrainSummary {
  TrainStatus status = TrainStatus::kFinished;
  std::vector<std::vector<PartSummary>> members;
  TrainOptions resolved;              ///< every option with its chosen value
  std::string preprocessing;          ///< in words
  std::vector<std::string> warnings;  ///< consequence and cure
  double train_error = 0;             ///< of the finished classifier on (at most 5000) signals
  double seconds = 0;

  /// False when the classifier is no better than always naming the largest class.
  bool usable = true;
};

/// What a callback sees.
struct Progress {
  double fraction = 0;  ///< of the whole run, 0 while parameters are chosen
  double seconds = 0;
  double eta = -1;  ///< seconds left, as far as one can tell; -1: one cannot
  Index part = 0;
  Index n_parts = 0;
  std::string part_name;
  const PathPoint* point = nullptr;  ///< newest point of that part's path, or null
};

struct TrainHooks {
  /// Called from any thread, one call at a time. Return false to stop: the state is saved to
  /// `checkpoint` (if set) and training ends with TrainStatus::kStopped. Ended early in this way or
  /// by the time budget, the classifier is whole: a part that had not begun gets atoms drawn from
  /// its signals and a logistic regression on a few codes.
  std::function<bool(const Progress&)> progress;
  std::string log;                 ///< file for one JSON line per path point; empty: none
  std::string checkpoint;          ///< folder for checkpoints; empty: none
  bool resume = false;             ///< go on from `checkpoint`; the result has the same bits
  double checkpoint_seconds = 20;  ///< least time between two writes for one part
};

template <class T>
struct TrainResult {
  Classifier<T> classifier;
  TrainSummary summary;
};

/// X: raw signals, one per column. `labels`: one per signal. `weights`: one per signal or empty.
template <class T>
TrainResult<T> train(ConstMatrixRef<T> X, std::span<const std::string> labels,
                     const TrainOptions& options = {}, const TrainHooks& hooks = {},
                     std::span<const double> weights = {}, const Context& context = Context());

/// One classifier whose members vote together. All must share labels, strategy and preprocessing.
template <class T>
Classifier<T> ensemble(std::span<const Classifier<T>> classifiers);

template <class Self, class Visitor>
void TrainOptions::fields(Self& self, Visitor&& visit) {
  visit(self.method, Field{.name = "method",
                           .help = "rec: reconstructive dictionary, then logistic regression; "
                                   "sdl-g: joint, generative; sdl-d: joint, discriminative",
                           .choices = {"rec", "sdl-g", "sdl-d"}});
  visit(self.decision, Field{.name = "decision",
                             .help = "decision functions: linear in alpha or bilinear in x, alpha",
                             .choices = {"linear", "bilinear"}});
  visit(self.strategy, Field{.name = "strategy",
                             .help = "how several classes are told apart",
                             .choices = {"pairwise", "multiclass", "one-vs-rest"}});
  visit(self.trainer, Field{.name = "trainer",
                            .help = "stochastic: exact gradients of mini-batches; alternating: "
                                    "all codes, then projected gradient, as in the paper",
                            .choices = {"stochastic", "alternating"}});
  visit(self.atoms, Field{.name = "atoms",
                          .help = "atoms of a dictionary; 0: chosen from the size of the problem",
                          .min = 0,
                          .max = 100000});
  visit(
      self.kappa,
      Field{
          .name = "kappa", .help = "sparsity lambda1 / lambda0; 0: chosen", .min = 0, .max = 1e6});
  visit(self.members, Field{.name = "members",
                            .help = "several ATOMS:KAPPA that are trained and vote together, as in "
                                    "48:0.15,64:0.14; empty: one of `atoms` and `kappa`"});
  visit(self.lambda0, Field{.name = "lambda0",
                            .help = "weight of the reconstruction; 0: found by the gamma rule",
                            .min = 0,
                            .max = 1e12});
  visit(self.lambda2,
        Field{.name = "lambda2",
              .help = "weight of ||theta||^2 in the sum over all signals; -1: found by "
                      "held-out signals with the method rec",
              .min = -1,
              .max = 1e12});
  visit(self.mu, Field{.name = "mu",
                       .help = "end of the continuation in mu (0: generative, 1: discriminative); "
                               "-1: found by held-out signals",
                       .min = -1,
                       .max = 1});
  visit(self.mu_ramp, Field{.name = "mu_ramp",
                            .help = "share of the iterations over which mu grows from 0",
                            .min = 0,
                            .max = 1});
  visit(self.validation, Field{.name = "validation",
                               .help = "share of the signals held out to choose the best mu along "
                                       "the path; 0: the end of the path is kept",
                               .min = 0,
                               .max = 0.9});
  visit(self.init, Field{.name = "init",
                         .help = "first dictionary: learned for reconstruction, or Gaussian noise",
                         .choices = {"reconstructive", "gaussian"}});
  visit(self.dictionary_epochs,
        Field{.name = "dictionary_epochs",
              .help = "passes of reconstructive dictionary learning; 0: chosen",
              .min = 0,
              .max = 1e6});
  visit(self.iterations, Field{.name = "iterations",
                               .help = "steps (stochastic) or rounds (alternating); 0: chosen",
                               .min = 0,
                               .max = 1e9});
  visit(self.batch_size, Field{.name = "batch_size",
                               .help = "signals per stochastic step; 0: chosen",
                               .min = 0,
                               .max = 1e9});
  visit(self.rate_dictionary, Field{.name = "rate_dictionary",
                                    .help = "first step length of Adam on D",
                                    .min = 0,
                                    .max = 1e3});
  visit(self.rate_theta, Field{.name = "rate_theta",
                               .help = "first step length of Adam on theta",
                               .min = 0,
                               .max = 1e3});
  visit(
      self.beta2,
      Field{.name = "beta2", .help = "memory of Adam's second moment", .min = 0, .max = 0.999999});
  visit(self.patience, Field{.name = "patience",
                             .help = "stop a part after this many path points without a better "
                                     "validation error; 0: never",
                             .min = 0,
                             .max = 1e9});
  visit(self.augment_shift, Field{.name = "augment_shift",
                                  .help = "largest shift in pixels of training images, drawn anew "
                                          "each time an image is used",
                                  .min = 0,
                                  .max = 1000});
  visit(self.class_weight, Field{.name = "class_weight",
                                 .help = "balanced: classes weigh the same whatever their size",
                                 .choices = {"none", "balanced"}});
  visit(self.vote, Field{.name = "vote",
                         .help = "how pairwise parts are combined",
                         .choices = {"majority", "probability"}});
  visit(self.time_budget, Field{.name = "time_budget",
                                .help = "seconds after which training ends early; 0: none",
                                .min = 0,
                                .max = 1e9});
  visit(self.seed, Field{.name = "seed", .help = "seed of all random choices", .min = 0});
  PreprocessingOptions::fields(self.preprocessing, visit);
  CodingOptions::fields(self.coding, visit);
}

}  // namespace supdict
