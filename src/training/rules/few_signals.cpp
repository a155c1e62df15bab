// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/few_signals.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "core/rng.hpp"
#include "core/sequence.hpp"
#include "training/part/streams.hpp"
#include "training/part/weights.hpp"
#include "training/rules/candidates.hpp"

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
  adopt_candidate(kUntriedCandidate, size.n_signals, few);
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
  const std::size_t n_candidates = std::ssize(y) <= kMostAtoms ? kCandidates : kLearnedCandidates;
  Comparison<T> comparison(trials_of<T>(data, options), n_candidates, lambda2);
  if (!comparison.run(options, m, control, context)) return false;
  adopt_model(comparison.best(), lambda2, std::ssize(y), options);
  return true;
}

#define SUPDICT_INSTANTIATE(T)                                                                    \
  template bool choose_model<T>(ConstMatrixRef<T>, std::span<const int>, std::span<const double>, \
                                const Preprocessing&, TrainOptions&, RunControl&, const Context&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
