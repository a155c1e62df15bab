// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/candidates.hpp"

#include <array>
#include <string>
#include <utility>

#include "core/thread_pool.hpp"
#include "supdict/text.hpp"

namespace supdict::training {
namespace {

struct Candidate {
  Decision decision;
  FirstDictionary init;
  int atoms;  ///< 0: all signals
  double kappa;
};

/// With all signals for atoms and a linear decision a signal is explained by signals of its class,
/// the fewer the larger kappa is. With one atom a bilinear decision is a linear classifier, with
/// more a piecewise linear one.
constexpr auto kSignals = FirstDictionary::kSignals;
constexpr auto kLearned = FirstDictionary::kReconstructive;
constexpr std::array kTable = {Candidate{Decision::kBilinear, kLearned, 1, 0.05},
                               Candidate{Decision::kBilinear, kLearned, 4, 0.02},
                               Candidate{Decision::kBilinear, kLearned, 8, 0.02},
                               Candidate{Decision::kBilinear, kLearned, 16, 0.02},
                               Candidate{Decision::kLinear, kSignals, 0, 0.3},
                               Candidate{Decision::kLinear, kSignals, 0, 0.1},
                               Candidate{Decision::kLinear, kSignals, 0, 0.05},
                               Candidate{Decision::kLinear, kSignals, 0, 0.02},
                               Candidate{Decision::kLinear, kSignals, 0, 0.01},
                               Candidate{Decision::kLinear, kSignals, 0, 0.005}};
static_assert(kTable.size() == kCandidates);

}  // namespace

void adopt_candidate(std::size_t number, Index n_signals, TrainOptions& options) {
  const Candidate& candidate = kTable[number];
  options.decision = candidate.decision;
  options.init = candidate.init;
  options.atoms = candidate.atoms > 0 ? candidate.atoms : static_cast<int>(n_signals);
  options.kappa = candidate.kappa;
}

void adopt_model(const TriedModel& model, std::span<const double> lambda2, Index n_signals,
                 TrainOptions& options) {
  const auto take = [&](const TriedMember& member) {
    adopt_candidate(member.candidate, n_signals, options);
    options.lambda2 = lambda2[member.value];
  };
  std::string members;
  for (const TriedMember& member : model) {
    take(member);
    if (!members.empty()) members += ',';
    members += std::to_string(*options.atoms) + ":" + plain_text(*options.kappa) + ":" +
               to_string(options.decision) + ":" + to_string(options.init) + ":" +
               plain_text(*options.lambda2);
  }
  take(model.front());
  if (model.size() > 1) options.members = members;
}

template <class T>
Comparison<T>::Comparison(std::vector<std::unique_ptr<ModelTrial<T>>> trials,
                          std::size_t n_candidates, std::vector<double> lambda2)
    : trials_(std::move(trials)),
      n_candidates_(n_candidates),
      lambda2_(std::move(lambda2)),
      found_(trials_.size() * n_candidates) {}

template <class T>
bool Comparison<T>::run(const TrainOptions& options, Index m, RunControl& control,
                        const Context& context) {
  Choice choice(control, "choosing the model", std::ssize(found_));
  context.pool().parallel_for(std::ssize(found_), [&](Index i) {
    if (choice.ended()) return;
    const auto place = static_cast<std::size_t>(i);
    TrainOptions tried = options;
    adopt_candidate(place % n_candidates_, m, tried);
    found_[place] = trials_[place / n_candidates_]->decisions(tried, lambda2_, context);
    choice.advance(1);
  });
  return !found_.empty() && !choice.ended();
}

template <class T>
TriedModel Comparison<T>::best() const {
  TriedModel learned = best_single(0, kLearnedCandidates);
  if (n_candidates_ <= kLearnedCandidates) return learned;
  const TriedModel signals = best_single(kLearnedCandidates, n_candidates_);
  TriedModel best = score(learned) < score(signals) ? learned : signals;
  for (std::size_t a = 0; a < lambda2_.size(); ++a) {
    for (std::size_t b = 0; b < lambda2_.size(); ++b) {
      const TriedModel both = {{signals.front().candidate, a}, {learned.front().candidate, b}};
      if (score(both) < score(best)) best = both;
    }
  }
  return best;
}

template <class T>
TriedModel Comparison<T>::best_single(std::size_t first, std::size_t end) const {
  TriedModel best = {{first, 0}};
  for (std::size_t candidate = first; candidate < end; ++candidate) {
    for (std::size_t value = 0; value < lambda2_.size(); ++value) {
      const TriedModel model = {{candidate, value}};
      if (score(model) < score(best)) best = model;
    }
  }
  return best;
}

template <class T>
TrialScore Comparison<T>::score(const TriedModel& model) const {
  TrialScore total;
  for (std::size_t trial = 0; trial < trials_.size(); ++trial) {
    const auto of = [&](const TriedMember& member) -> const Matrix<double>& {
      return found_[trial * n_candidates_ + member.candidate][member.value];
    };
    total += trials_[trial]->score(model.size() == 1 ? of(model[0])
                                                     : Matrix<double>(of(model[0]) + of(model[1])));
  }
  return total;
}

template class Comparison<float>;
template class Comparison<double>;

}  // namespace supdict::training
