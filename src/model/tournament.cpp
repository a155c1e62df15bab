// SPDX-License-Identifier: BSD-3-Clause
#include "model/tournament.hpp"

namespace supdict::model {
namespace {

template <class T>
class Tournament {
 public:
  Tournament(const PreparedClassifier<T>& classifier, ConstMatrixRef<T> signals,
             const Context& context, CodingSummary& summary)
      : classifier_(classifier),
        signals_(signals),
        context_(context),
        summary_(summary),
        p_(classifier.classifier().n_classes()),
        part_(Matrix<Index>::Zero(p_, p_)),
        champion_(signals.cols(), 0),
        beaten_(Matrix<unsigned char>::Zero(p_, signals.cols())) {
    for (Index i = 0; i < classifier.n_parts(); ++i) {
      const int a = classifier.part(i).classes[0];
      const int b = classifier.part(i).classes[1];
      part_(a, b) = part_(b, a) = i;
    }
  }

  std::vector<int> run() {
    for (int next = 1; next < p_; ++next) play_all(next, [](int) { return true; });
    confirming_ = true;
    for (int other = 0; other < p_; ++other) {
      play_all(other, [&](int j) { return beaten_(other, j) == 0; });
    }
    return std::move(champion_);
  }

 private:
  /// Compares the champion of every signal that `wanted` selects with `other`.
  template <class Wanted>
  void play_all(int other, const Wanted& wanted) {
    std::vector<std::vector<Index>> groups(p_);
    for (std::size_t j = 0; j < champion_.size(); ++j) {
      const int champion = champion_[j];
      if (champion < 0 || champion == other || !wanted(static_cast<int>(j))) continue;
      groups[champion].push_back(static_cast<Index>(j));
    }
    for (int champion = 0; champion < p_; ++champion) {
      const auto& group = groups[champion];
      if (!group.empty()) play(champion, other, group);
    }
  }

  void play(int champion, int other, const std::vector<Index>& group) {
    const Index part = part_(champion, other);
    const Matrix<T> X = signals_(Eigen::all, group);
    const PartCosts costs = classifier_.part_costs(part, X, context_);
    summary_.merge(costs.summary);
    const Index own = classifier_.part(part).classes[0] == champion ? 0 : 1;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto column = static_cast<Index>(i);
      note(group[i], other, costs.costs(own, column), costs.costs(1 - own, column));
    }
  }

  void note(Index j, int other, double own_cost, double other_cost) {
    int& champion = champion_[j];
    if (own_cost < other_cost) {
      beaten_(other, j) = 1;
    } else if (other_cost < own_cost && !confirming_) {
      const int loser = champion;
      champion = other;
      for (int l = 0; l < p_; ++l) beaten_(l, j) = l == loser ? 1 : 0;
    } else {
      champion = -1;
    }
  }

  const PreparedClassifier<T>& classifier_;
  ConstMatrixRef<T> signals_;
  const Context& context_;
  CodingSummary& summary_;
  int p_;
  bool confirming_ = false;  ///< second round: a champion that loses leaves its signal undecided
  Matrix<Index> part_;       ///< p x p: of each pair of classes
  std::vector<int> champion_;
  Matrix<unsigned char> beaten_;  ///< p x m: the classes the champion of a signal has beaten
};

}  // namespace

template <class T>
bool fit_for_tournament(const Classifier<T>& classifier) {
  return classifier.strategy == Strategy::kPairwise && classifier.vote == Vote::kMajority &&
         classifier.members.size() == 1 && classifier.n_classes() > 2;
}

template <class T>
std::vector<int> champions(const PreparedClassifier<T>& classifier, ConstMatrixRef<T> signals,
                           const Context& context, CodingSummary& summary) {
  return Tournament<T>(classifier, signals, context, summary).run();
}

#define SUPDICT_INSTANTIATE(T)                                                            \
  template bool fit_for_tournament<T>(const Classifier<T>&);                              \
  template std::vector<int> champions<T>(const PreparedClassifier<T>&, ConstMatrixRef<T>, \
                                         const Context&, CodingSummary&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::model
