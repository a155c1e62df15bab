// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/few_signals.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "core/rng.hpp"
#include "core/sequence.hpp"
#include "core/thread_pool.hpp"
#include "supdict/text.hpp"
#include "training/part/streams.hpp"
#include "training/part/weights.hpp"
#include "training/rules/model_trial.hpp"

namespace supdict::training {
namespace {

constexpr double kFewPerClass = 60;
constexpr Index kFolds = 3;
/// Fewer signals are divided several times, because single errors count for much there.
constexpr Index kSignalsOfRound = 150;
constexpr Index kMostRounds = 4;
/// Bounds of signals x signals x classes, the work of one step of the dual: of a whole run, and of
/// the trials, which leave out classes if need be.
constexpr double kMostWork = 1e9;
constexpr double kMostTrialWork = 3e7;
/// Signals that may all be atoms: their Gram matrix is kept.
constexpr Index kMostAtoms = 4000;

/// In units of the mean weight of a signal, decreasing: each fit starts from the one before.
constexpr std::array kGrid = {0.1, 0.01, 0.001, 0.0001};

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
constexpr std::array kCandidates = {Candidate{Decision::kBilinear, kLearned, 1, 0.05},
                                    Candidate{Decision::kBilinear, kLearned, 4, 0.02},
                                    Candidate{Decision::kBilinear, kLearned, 8, 0.02},
                                    Candidate{Decision::kBilinear, kLearned, 16, 0.02},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.3},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.1},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.05},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.02},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.01},
                                    Candidate{Decision::kLinear, kSignals, 0, 0.005}};
constexpr std::size_t kBilinear = 4;  ///< the first ones; of them the third if nothing is tried
constexpr std::size_t kUntried = 2;

void adopt(const Candidate& candidate, Index n_signals, TrainOptions& options) {
  options.decision = candidate.decision;
  options.init = candidate.init;
  options.atoms = candidate.atoms > 0 ? candidate.atoms : static_cast<int>(n_signals);
  options.kappa = candidate.kappa;
}

/// What a trial sees: signals of all classes, or of some drawn at random.
struct Sample {
  std::vector<Index> columns;
  std::vector<int> y;
  int n_classes = 0;
};

Sample sample_of(std::span<const int> y, std::span<const double> weights, int n_classes,
                 std::uint64_t seed) {
  std::vector<Index> counts(n_classes, 0);
  for (const int label : y) ++counts[label];
  const core::Permutation order({seed, kTrialStream}, n_classes);
  std::vector<int> number(n_classes, -1);
  Sample sample;
  double m = 0;
  for (Index i = 0; i < n_classes; ++i) {
    const Index label = order.at(i);
    const double more = m + static_cast<double>(counts[label]);
    if (sample.n_classes >= 2 && more * more * (sample.n_classes + 1) > kMostTrialWork) break;
    m = more;
    number[label] = sample.n_classes++;
  }
  for (Index j = 0; j < std::ssize(y); ++j) {
    if (number[y[j]] < 0 || (!weights.empty() && weights[j] == 0)) continue;
    sample.columns.push_back(j);
    sample.y.push_back(number[y[j]]);
  }
  return sample;
}

/// A candidate with a lambda2.
struct Member {
  std::size_t candidate;
  std::size_t value;
};

/// One or two members whose decision functions are added.
using Model = std::vector<Member>;

/// What all candidates say of the signals held out of all trials.
template <class T>
class Comparison {
 public:
  Comparison(std::vector<std::unique_ptr<ModelTrial<T>>> trials, std::size_t n_candidates,
             std::vector<double> lambda2)
      : trials_(std::move(trials)),
        n_candidates_(n_candidates),
        lambda2_(std::move(lambda2)),
        found_(trials_.size() * n_candidates) {}

  /// False if it has to end early.
  bool run(const TrainOptions& options, Index m, RunControl& control, const Context& context) {
    Choice choice(control, "choosing the model", std::ssize(found_));
    context.pool().parallel_for(std::ssize(found_), [&](Index i) {
      if (choice.ended()) return;
      const auto place = static_cast<std::size_t>(i);
      TrainOptions tried = options;
      adopt(kCandidates[place % n_candidates_], m, tried);
      found_[place] = trials_[place / n_candidates_]->decisions(tried, lambda2_, context);
      choice.advance(1);
    });
    return !found_.empty() && !choice.ended();
  }

  /// The best single members, of those with signals as atoms and of the others, then both together:
  /// they err on different signals.
  Model best() const {
    Model learned = best_single(0, kBilinear);
    if (n_candidates_ <= kBilinear) return learned;
    const Model signals = best_single(kBilinear, n_candidates_);
    Model best = score(learned) < score(signals) ? learned : signals;
    for (std::size_t a = 0; a < lambda2_.size(); ++a) {
      for (std::size_t b = 0; b < lambda2_.size(); ++b) {
        const Model both = {{signals.front().candidate, a}, {learned.front().candidate, b}};
        if (score(both) < score(best)) best = both;
      }
    }
    return best;
  }

 private:
  Model best_single(std::size_t first, std::size_t end) const {
    Model best = {{first, 0}};
    for (std::size_t candidate = first; candidate < end; ++candidate) {
      for (std::size_t value = 0; value < lambda2_.size(); ++value) {
        const Model model = {{candidate, value}};
        if (score(model) < score(best)) best = model;
      }
    }
    return best;
  }

  TrialScore score(const Model& model) const {
    TrialScore total;
    for (std::size_t trial = 0; trial < trials_.size(); ++trial) {
      const auto of = [&](const Member& member) -> const Matrix<double>& {
        return found_[trial * n_candidates_ + member.candidate][member.value];
      };
      total += trials_[trial]->score(
          model.size() == 1 ? of(model[0]) : Matrix<double>(of(model[0]) + of(model[1])));
    }
    return total;
  }

  std::vector<std::unique_ptr<ModelTrial<T>>> trials_;
  std::size_t n_candidates_;
  std::vector<double> lambda2_;
  std::vector<std::vector<Matrix<double>>> found_;  ///< trials x candidates, each for all lambda2
};

void adopt(const Model& model, std::span<const double> lambda2, Index n_signals,
           TrainOptions& options) {
  const auto take = [&](const Member& member) {
    adopt(kCandidates[member.candidate], n_signals, options);
    options.lambda2 = lambda2[member.value];
  };
  std::string members;
  for (const Member& member : model) {
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
std::vector<std::unique_ptr<ModelTrial<T>>> trials_of(const TrialData<T>& data,
                                                      const TrainOptions& options) {
  const Index m = data.signals.cols();
  const Index rounds = std::clamp<Index>(kSignalsOfRound / m, 1, kMostRounds);
  std::vector<std::unique_ptr<ModelTrial<T>>> trials;
  for (Index round = 0; round < rounds; ++round) {
    const std::vector<Fold> folds =
        stratified_folds(data.labels, core::numbers_below(m), kFolds, options.seed,
                         static_cast<std::uint64_t>(round));
    for (const Fold& fold : folds) {
      if (fold.train.empty() || fold.held_out.empty()) continue;
      trials.push_back(std::make_unique<ModelTrial<T>>(data, fold, trials.size(), options));
    }
  }
  return trials;
}

}  // namespace

bool models_are_tried(const TrainOptions& given, const ProblemSize& size) {
  const auto m = static_cast<double>(size.n_signals);
  const bool open = !given.method && !given.strategy && !given.decision && !given.atoms &&
                    !given.kappa && !given.lambda0 && !given.mu && !given.iterations &&
                    given.members.empty() && given.init == FirstDictionary::kReconstructive &&
                    given.first_theta != FirstTheta::kZero;
  const bool usual = given.trainer == TrainerKind::kStochastic && given.validation == 0 &&
                     given.augment.empty() && given.augment_shift == 0 &&
                     given.penalty == PenaltyOptions{};
  return open && usual && m < kFewPerClass * size.n_classes && m * m * size.n_classes <= kMostWork;
}

TrainOptions resolve_few(const TrainOptions& given, const ProblemSize& size) {
  TrainOptions few = given;
  few.strategy = Strategy::kMulticlass;
  few.method = Method::kRec;
  few.first_theta = FirstTheta::kLogistic;
  adopt(kCandidates[kUntried], size.n_signals, few);
  return resolve(few, size);
}

template <class T>
bool choose_model(ConstMatrixRef<T> signals, std::span<const int> y,
                  std::span<const double> weights, const Preprocessing& preprocessing,
                  TrainOptions& options, RunControl& control, const Context& context) {
  const int n_classes = *std::max_element(y.begin(), y.end()) + 1;
  const Sample sample = sample_of(y, weights, n_classes, options.seed);
  const Index m = std::ssize(sample.columns);
  const double unit = mean_weight(weights);
  std::vector<double> lambda2;
  lambda2.reserve(kGrid.size());
  for (const double value : kGrid) lambda2.push_back(unit * value);
  if (options.lambda2) lambda2 = {*options.lambda2};

  const Matrix<T> X = signals(Eigen::all, sample.columns);
  const std::vector<double> own_weights =
      weights.empty() ? std::vector<double>() : core::pick(weights, sample.columns);
  const TrialData<T> data{X, sample.y, own_weights, preprocessing, sample.n_classes};
  const std::size_t n_candidates = std::ssize(y) <= kMostAtoms ? kCandidates.size() : kBilinear;
  Comparison<T> comparison(trials_of<T>(data, options), n_candidates, lambda2);
  if (!comparison.run(options, m, control, context)) return false;
  adopt(comparison.best(), lambda2, std::ssize(y), options);
  return true;
}

#define SUPDICT_INSTANTIATE(T)                                                                    \
  template bool choose_model<T>(ConstMatrixRef<T>, std::span<const int>, std::span<const double>, \
                                const Preprocessing&, TrainOptions&, RunControl&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
