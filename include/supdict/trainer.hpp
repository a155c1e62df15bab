// SPDX-License-Identifier: BSD-3-Clause
// Training: data and options in, classifier and summary out.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "supdict/classifier.hpp"
#include "supdict/coding.hpp"
#include "supdict/context.hpp"
#include "supdict/open_choice.hpp"
#include "supdict/preprocessing.hpp"

namespace supdict {

/// Exact gradients of mini-batches, or all codes and then projected gradient, as in the paper.
enum class TrainerKind { kStochastic, kAlternating };
constexpr auto names_of(TrainerKind) {
  return std::to_array<std::string_view>({"stochastic", "alternating"});
}

/// Learned for reconstruction, Gaussian noise, or training signals as they are.
enum class FirstDictionary { kReconstructive, kGaussian, kSignals };
constexpr auto names_of(FirstDictionary) {
  return std::to_array<std::string_view>({"reconstructive", "gaussian", "signals"});
}

/// Decision functions to start from: none, or logistic regression on the first codes.
enum class FirstTheta { kZero, kLogistic };
constexpr auto names_of(FirstTheta) {
  return std::to_array<std::string_view>({"zero", "logistic"});
}

/// How much work the numbers that are left open ask for: steps, batches and atoms.
enum class Effort { kQuick, kStandard, kRecord };
constexpr auto names_of(Effort) {
  return std::to_array<std::string_view>({"quick", "standard", "record"});
}

/// Each signal weighs the same, or each class whatever its size.
enum class ClassWeight { kNone, kBalanced };
constexpr auto names_of(ClassWeight) {
  return std::to_array<std::string_view>({"none", "balanced"});
}

/// Options of a training run. Those without a value are chosen from the data; the summary has the
/// chosen values.
struct SUPDICT_EXPORT TrainOptions {
  std::optional<Method> method = {};
  std::optional<Decision> decision = {};
  std::optional<Strategy> strategy = {};
  TrainerKind trainer = TrainerKind::kStochastic;
  std::optional<int> atoms = {};
  std::optional<double> kappa = {};
  std::string members = {};
  std::optional<double> lambda0 = {};
  std::optional<double> lambda2 = {};
  std::optional<double> mu = {};
  double mu_ramp = 0.3;
  double validation = 0;
  FirstDictionary init = FirstDictionary::kReconstructive;
  std::optional<FirstTheta> first_theta = {};
  std::optional<double> dictionary_epochs = {};
  Effort effort = Effort::kStandard;
  std::optional<int> iterations = {};
  std::optional<int> batch_size = {};
  double rate_dictionary = 3e-3;
  double rate_theta = 5e-2;
  double beta2 = 0.95;
  int patience = 0;
  std::string augment = {};
  int augment_shift = 0;
  ClassWeight class_weight = ClassWeight::kNone;
  Vote vote = Vote::kMajority;
  bool calibrate = true;
  std::optional<double> time_budget = {};  ///< nothing: no limit
  std::uint64_t seed = 1;
  PreprocessingOptions preprocessing = {};
  PenaltyOptions penalty = {};
  CodingOptions coding = fast_coding();

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit);

  /// Throws Error(kInvalidOption) where options contradict each other.
  void check() const;
};

/// Signals of a stochastic step and the least steps of a part, where they are chosen.
inline constexpr int kUsualBatch = 128;
inline constexpr int kUsualSteps = 2000;

/// One point of the path of a part: after `iteration` steps.
struct PathPoint {
  Index iteration = 0;
  double mu = 0;
  double lambda0 = 0;
  double objective = 0;    ///< mean cost per signal, with the lambda2 term
  double train_error = 0;  ///< on the signals used for `objective`
  double validation_error = std::numeric_limits<double>::quiet_NaN();
  double mean_nonzeros = 0;
  Index n_left_out = 0;  ///< of the part so far
  double seconds = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.iteration, Field{.name = "iteration"});
    visit(self.mu, Field{.name = "mu"});
    visit(self.lambda0, Field{.name = "lambda0"});
    visit(self.objective, Field{.name = "objective"});
    visit(self.train_error, Field{.name = "train_error"});
    visit(self.validation_error, Field{.name = "validation_error"});
    visit(self.mean_nonzeros, Field{.name = "mean_nonzeros"});
    visit(self.n_left_out, Field{.name = "n_left_out", .newer = true});
    visit(self.seconds, Field{.name = "seconds"});
  }
};

struct PartSummary {
  std::vector<int> classes;
  std::vector<PathPoint> path;
  std::size_t chosen = 0;  ///< the point of the path that was kept
  Index n_signals = 0;
  double weight = 0;  ///< of these signals together
  Index n_validation = 0;
  Index n_replaced_atoms = 0;
  double lambda0 = 0;          ///< as used at the end
  std::vector<double> gammas;  ///< scale factors the lambda0 rule applied
  /// On a GPU: signals of steps whose codes had more non-zeros than a walk there has room for. They
  /// did not take part in their steps.
  Index n_left_out = 0;
  double seconds = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.classes, Field{.name = "classes", .min = kRest});
    visit(self.path, Field{.name = "path"});
    visit(self.chosen, Field{.name = "chosen"});
    visit(self.n_signals, Field{.name = "n_signals"});
    visit(self.weight, Field{.name = "weight", .min = 0});
    visit(self.n_validation, Field{.name = "n_validation"});
    visit(self.n_replaced_atoms, Field{.name = "n_replaced_atoms"});
    visit(self.lambda0, Field{.name = "lambda0", .min = 0});
    visit(self.gammas, Field{.name = "gammas", .min = 0});
    visit(self.n_left_out, Field{.name = "n_left_out", .newer = true});
    visit(self.seconds, Field{.name = "seconds", .min = 0});
  }
};

/// How Member::calibration was found.
struct CalibrationSummary {
  double factor = 1;          ///< Member::calibration
  double standard_error = 0;  ///< of its logarithm
  Index n_parts = 0;          ///< whose held-out signals were used; 0: none
  Index n_signals = 0;        ///< held out, counted once for each of these parts
  Index n_wrong = 0;          ///< of them, under the part they were held out of

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.factor, Field{.name = "factor"});
    visit(self.standard_error, Field{.name = "standard_error"});
    visit(self.n_parts, Field{.name = "parts"});
    visit(self.n_signals, Field{.name = "signals"});
    visit(self.n_wrong, Field{.name = "wrong"});
  }
};

enum class TrainStatus { kFinished, kTimeBudget, kStopped };
constexpr auto names_of(TrainStatus) {
  return std::to_array<std::string_view>({"finished", "time budget", "stopped"});
}

struct TrainSummary {
  TrainStatus status = TrainStatus::kFinished;
  std::vector<std::vector<PartSummary>> members;
  std::vector<CalibrationSummary> calibration;  ///< of each member
  TrainOptions resolved;                        ///< every option with its chosen value
  std::string preprocessing;                    ///< in words
  std::string device = "cpu";                   ///< that took the steps, and if need be why
  std::vector<std::string> warnings;            ///< consequence and cure
  double train_error = 0;  ///< of the finished classifier on (at most 5000) signals
  double seconds = 0;

  /// The checkpoint folder has a state of this run, from which `resume` continues.
  bool resumable = false;

  /// False when the classifier is no better than always naming the largest class.
  bool usable = true;

  /// Of the run as a whole: members have fields of their own.
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.status, Field{.name = "status"});
    visit(self.usable, Field{.name = "usable"});
    visit(self.resumable, Field{.name = "resumable"});
    visit(self.train_error, Field{.name = "train_error"});
    visit(self.seconds, Field{.name = "seconds"});
    visit(self.preprocessing, Field{.name = "preprocessing"});
    visit(self.device, Field{.name = "device"});
    visit(self.resolved, Field{.name = "options"});
    visit(self.calibration, Field{.name = "calibration"});
    visit(self.warnings, Field{.name = "warnings"});
  }
};

/// What a progress callback receives.
struct Progress {
  double fraction = 0;  ///< of the whole run, 0 while parameters are chosen
  double seconds = 0;
  std::optional<double> eta;  ///< seconds left, as far as one can tell
  Index part = 0;
  Index n_parts = 0;
  std::string part_name;
  const PathPoint* point = nullptr;  ///< newest point of that part's path, or null

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.fraction, Field{.name = "fraction"});
    visit(self.seconds, Field{.name = "seconds"});
    visit(self.eta, Field{.name = "eta"});
    visit(self.part, Field{.name = "part"});
    visit(self.n_parts, Field{.name = "n_parts"});
    visit(self.part_name, Field{.name = "part_name"});
    visit(self.point, Field{.name = "point"});
  }
};

struct TrainHooks {
  /// Called from any thread, one call at a time. Return false to stop: the state is saved to
  /// `checkpoint` (if set) and training ends with TrainStatus::kStopped. Ended early in this way or
  /// by the time budget, the classifier is complete: a part that had not begun gets atoms drawn
  /// from its signals and a logistic regression on a few codes.
  std::function<bool(const Progress&)> progress;
  std::string log;                 ///< file for one JSON line per path point; empty: none
  std::string checkpoint;          ///< folder for checkpoints; empty: none
  bool resume = false;             ///< continue from `checkpoint`, which must exist; same bits
  double checkpoint_seconds = 20;  ///< least time between two writes for one part
};

/// Whether the folder holds the state of a part that a run has begun.
SUPDICT_EXPORT bool has_checkpoint(const std::string& folder);

template <class T>
struct TrainResult {
  Classifier<T> classifier;
  TrainSummary summary;
};

/// X: raw signals, one per column. `labels`: one per signal. `weights`: one per signal or empty.
template <class T>
SUPDICT_EXPORT TrainResult<T> train(ConstMatrixRef<T> X, std::span<const std::string> labels,
                                    std::span<const double> weights,
                                    const TrainOptions& options = {}, const TrainHooks& hooks = {},
                                    const Context& context = Context());
/// The same without weights.
template <class T>
TrainResult<T> train(ConstMatrixRef<T> X, std::span<const std::string> labels,
                     const TrainOptions& options = {}, const TrainHooks& hooks = {},
                     const Context& context = Context()) {
  return train<T>(X, labels, std::span<const double>(), options, hooks, context);
}

/// What a training run costs.
struct TrainPrice {
  TrainOptions resolved;  ///< the options with the chosen steps, batches and atoms
  double codings = 0;     ///< sparse coding problems
  /// Nothing where there are too few codings to be worth a measurement, or a time budget.
  std::optional<double> seconds;
};

/// The price of train() with these arguments, from a few steps on the threads of `context`, which
/// take less than a second. Codes of a trained model take somewhat less or more time than those.
template <class T>
SUPDICT_EXPORT TrainPrice price_of_training(ConstMatrixRef<T> X,
                                            std::span<const std::string> labels,
                                            const TrainOptions& options,
                                            const Context& context = Context());

/// One classifier whose members vote together. All must share labels, strategy and preprocessing.
template <class T>
SUPDICT_EXPORT Classifier<T> ensemble(std::span<const Classifier<T>> classifiers);

template <class Self, class Visitor>
void TrainOptions::fields(Self& self, Visitor&& visit) {
  visit(self.method, Field{.name = "method",
                           .help = "rec: reconstructive dictionary, then logistic regression; "
                                   "sdl-g: joint, generative; sdl-d: joint, discriminative; "
                                   "auto: sdl-d, or rec where signals are few"});
  visit(self.decision,
        Field{.name = "decision",
              .help = "decision functions: linear in alpha or bilinear in x, alpha; auto: "
                      "linear, or chosen with the numbers of atoms where signals are few"});
  visit(self.strategy,
        Field{.name = "strategy",
              .help = "how a problem of several classes is divided into parts; auto: by "
                      "the numbers of classes and signals"});
  visit(self.trainer, Field{.name = "trainer",
                            .help = "stochastic: exact gradients of mini-batches; alternating: "
                                    "all codes, then projected gradient, as in the paper"});
  visit(self.atoms, Field{.name = "atoms",
                          .help = "atoms of a dictionary; left out: chosen from the size of the "
                                  "problem",
                          .min = 1,
                          .max = 100000,
                          .open = 0});
  visit(self.kappa, Field{.name = "kappa",
                          .help = "sparsity lambda1 / lambda0; left out: chosen",
                          .min = 0,
                          .max = 1e6,
                          .min_excluded = true,
                          .open = 0});
  visit(self.members, Field{.name = "members",
                            .help = "several ATOMS:KAPPA that are trained and vote together, as in "
                                    "48:0.15,64:0.14; empty: one of `atoms` and `kappa`; a member "
                                    "may go on with :DECISION:INIT:LAMBDA2"});
  visit(self.lambda0, Field{.name = "lambda0",
                            .help = "weight of the reconstruction; left out: chosen by the "
                                    "gamma rule",
                            .min = 0,
                            .max = 1e12,
                            .min_excluded = true});
  visit(self.lambda2,
        Field{.name = "lambda2",
              .help = "weight of ||theta||^2 in the sum over all signals; left out: chosen "
                      "on held-out signals with the method rec",
              .min = 0,
              .max = 1e12});
  visit(self.mu, Field{.name = "mu",
                       .help = "end of the continuation in mu (0: generative, 1: discriminative) "
                               "of the method sdl-d; left out: chosen on held-out signals",
                       .min = 0,
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
  visit(self.init,
        Field{.name = "init",
              .help = "first dictionary: learned for reconstruction, Gaussian noise, or training "
                      "signals, as many of each class as of the others"});
  visit(
      self.first_theta,
      Field{.name = "first_theta",
            .help = "decision functions to start from: zero, or logistic regression on codes under "
                    "the first dictionary; auto: logistic where signals are few"});
  visit(self.dictionary_epochs,
        Field{.name = "dictionary_epochs",
              .help = "passes of reconstructive dictionary learning; left out: chosen",
              .min = 0,
              .max = 1e6,
              .min_excluded = true,
              .open = 0});
  visit(self.effort,
        Field{.name = "effort",
              .help = "work that iterations, batch_size and atoms ask for where they are left out: "
                      "quick for a first look, record for the last tenths of a percent"});
  visit(self.iterations,
        Field{.name = "iterations",
              .help = "steps (stochastic) or rounds (alternating); left out: chosen",
              .min = 1,
              .max = 1e9,
              .open = 0});
  visit(self.batch_size, Field{.name = "batch_size",
                               .help = "signals per stochastic step; left out: chosen",
                               .min = 1,
                               .max = 1e9,
                               .open = 0});
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
  visit(
      self.augment,
      Field{.name = "augment",
            .help = "deformations of training signals, drawn anew each time one is used, as "
                    "NAME:AMOUNT,...; images: shift, rotate, scale, shear, elastic, mirror, as in "
                    "shift:1,rotate:10,scale:0.15,shear:0.2,elastic:1; curves: shift, stretch, "
                    "warp, amplitude, noise"});
  visit(self.augment_shift, Field{.name = "augment_shift",
                                  .help = "largest shift in whole pixels of training images, drawn "
                                          "again each time an image is used; also on a GPU",
                                  .min = 0,
                                  .max = 1000});
  visit(self.class_weight, Field{.name = "class_weight",
                                 .help = "balanced: classes weigh the same whatever their size"});
  visit(self.vote, Field{.name = "vote", .help = "how pairwise parts are combined"});
  visit(self.calibrate,
        Field{.name = "calibrate",
              .help = "yes: the scale of the probabilities is fitted on held-out signals in short "
                      "runs, about a tenth of the training time; labels do not depend on it",
              .choices = names<bool>()});
  visit(self.time_budget,
        Field{.name = "time_budget",
              .help = "seconds after which training ends early; left out: there is "
                      "no limit",
              .min = 0,
              .max = 1e9,
              .min_excluded = true,
              .open = 0});
  visit(self.seed, Field{.name = "seed", .help = "seed of all random choices", .min = 0});
  PreprocessingOptions::fields(self.preprocessing, visit);
  PenaltyOptions::fields(self.penalty, visit);
  // Where products of atoms are kept changes no optimum, and a limit of non-zeros is not served
  // under hypotheses: files of runs know of neither.
  CodingOptions::fields(self.coding, [&](auto& value, const Field& field) {
    if (field.name != "gram" && field.name != "max_nonzeros") visit(value, field);
  });
}

}  // namespace supdict
