// SPDX-License-Identifier: BSD-3-Clause
#include "training/judge.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "core/rng.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

constexpr Index kJudged = 5000;
constexpr Index kJudgedIfStopped = 200;
/// Of a signal by a part, where the time is up: as many as the pairs of ten classes have.
constexpr Index kCodingsIfLate = 45 * kJudged;

std::string useless(const TrainOptions& options, double error) {
  return "the classifier is no better than always naming the largest class (training error " +
         core::number(error) + "): try a smaller kappa (now " +
         core::number(options.kappa.value()) + "), another scaling, more iterations (now " +
         std::to_string(options.iterations.value()) + ") or the bilinear decision";
}

}  // namespace

Index n_judged(TrainStatus status, Index n_parts) {
  if (status == TrainStatus::kStopped) return kJudgedIfStopped;
  if (status != TrainStatus::kTimeBudget) return kJudged;
  return std::clamp(kCodingsIfLate / n_parts, kJudgedIfStopped, kJudged);
}

template <class T>
void judge(const Classifier<T>& classifier, ConstMatrixRef<T> X, std::span<const int> y, Index most,
           const TrainOptions& options, const Context& context, TrainSummary& summary) {
  const Index count = std::min(most, X.cols());
  // Labels may be ordered: every fourth signal, say, could be of one class. So the sample is
  // random.
  const core::Permutation order({options.seed, kJudgeStream}, X.cols());
  std::vector<Index> chosen;
  for (Index i = 0; i < count; ++i) chosen.push_back(order.at(i));
  const Matrix<T> sample = X(Eigen::all, chosen);
  const std::vector<int> found = classifier.label(sample, options.coding, context).label;

  std::vector<Index> counts(classifier.n_classes(), 0);
  Index wrong = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const int own = y[chosen[i]];
    ++counts[own];
    wrong += found[i] != own;
  }
  summary.train_error = static_cast<double>(wrong) / static_cast<double>(count);
  // In whole numbers: rounded shares that are equal may compare as different.
  summary.usable = wrong < count - *std::max_element(counts.begin(), counts.end());
  if (!summary.usable) summary.warnings.push_back(useless(options, summary.train_error));
}

#define SUPDICT_INSTANTIATE(T)                                                                 \
  template void judge<T>(const Classifier<T>&, ConstMatrixRef<T>, std::span<const int>, Index, \
                         const TrainOptions&, const Context&, TrainSummary&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
