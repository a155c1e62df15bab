// SPDX-License-Identifier: BSD-3-Clause
// The models that are tried where signals are few.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "training/progress/run_control.hpp"
#include "training/rules/model_trial.hpp"

namespace supdict::training {

/// Numbers of candidates: all of them, and the first ones, whose atoms are learned. Those behind
/// have all signals as atoms.
inline constexpr std::size_t kCandidates = 10;
inline constexpr std::size_t kLearnedCandidates = 4;
/// The one that is taken if nothing is tried.
inline constexpr std::size_t kUntriedCandidate = 2;

/// Sets decision, init, atoms and kappa.
void adopt_candidate(std::size_t number, Index n_signals, TrainOptions& options);

/// A candidate with a lambda2, by their numbers.
struct TriedMember {
  std::size_t candidate;
  std::size_t value;
};

/// One or two members whose decision functions are added.
using TriedModel = std::vector<TriedMember>;

/// Sets what a model consists of; `lambda2` are the values that were tried.
void adopt_model(const TriedModel& model, std::span<const double> lambda2, Index n_signals,
                 TrainOptions& options);

/// What all candidates say of the signals held out of all trials.
template <class T>
class Comparison {
 public:
  Comparison(std::vector<std::unique_ptr<ModelTrial<T>>> trials, std::size_t n_candidates,
             std::vector<double> lambda2);

  /// On m signals. False if it has to end early.
  bool run(const TrainOptions& options, Index m, RunControl& control, const Context& context);

  /// The best single members, of those with signals as atoms and of the others, then both together:
  /// they err on different signals.
  TriedModel best() const;

 private:
  TriedModel best_single(std::size_t first, std::size_t end) const;
  TrialScore score(const TriedModel& model) const;

  std::vector<std::unique_ptr<ModelTrial<T>>> trials_;
  std::size_t n_candidates_;
  std::vector<double> lambda2_;
  std::vector<std::vector<Matrix<double>>> found_;  ///< trials x candidates, each for all lambda2
};

}  // namespace supdict::training
