// SPDX-License-Identifier: BSD-3-Clause
#include "model/tournament.hpp"

namespace supdict::model {
namespace {

template <class T>
class Tournament {
 public:
  Tournament(const Classifier<T>& classifier, ConstMatrixRef<T> signals,
             const CodingOptions& coding, const Context& context, CodingSummary& summary)
      : classifier_(classifier),
        signals_(signals),
        coding_(coding),
        context_(context),
        summary_(summary),
        p_(classifier.n_classes()),
        part_(at(p_, 0)),
        champion_(static_cast<std::size_t>(signals.cols()), 0),
        beaten_(static_cast<std::size_t>(signals.cols() * p_), 0) {
    const auto& parts = classifier.members.front().parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const int a = parts[i].classes[0];
      const int b = parts[i].classes[1];
      part_[at(a, b)] = part_[at(b, a)] = i;
    }
  }

  std::vector<int> run() {
    for (int next = 1; next < p_; ++next) play_all(next, [](int) { return true; });
    settling_ = true;
    for (int other = 0; other < p_; ++other) {
      play_all(other, [&](int j) { return beaten_[place(j, other)] == 0; });
    }
    return std::move(champion_);
  }

 private:
  std::size_t at(Index a, Index b) const { return static_cast<std::size_t>(a * p_ + b); }
  std::size_t place(Index j, int l) const { return static_cast<std::size_t>(j * p_ + l); }

  /// Every champion that `wanted` names meets `other`.
  template <class Wanted>
  void play_all(int other, const Wanted& wanted) {
    std::vector<std::vector<Index>> groups(static_cast<std::size_t>(p_));
    for (std::size_t j = 0; j < champion_.size(); ++j) {
      const int champion = champion_[j];
      if (champion < 0 || champion == other || !wanted(static_cast<int>(j))) continue;
      groups[static_cast<std::size_t>(champion)].push_back(static_cast<Index>(j));
    }
    for (int champion = 0; champion < p_; ++champion) {
      const auto& group = groups[static_cast<std::size_t>(champion)];
      if (!group.empty()) play(champion, other, group);
    }
  }

  void play(int champion, int other, const std::vector<Index>& group) {
    const Part<T>& part = classifier_.members.front().parts[part_[at(champion, other)]];
    const Matrix<T> X = signals_(Eigen::all, group);
    const PartCosts costs = part_costs<T>(part, classifier_.method, X, coding_, context_);
    summary_.merge(costs.summary);
    const Index own = part.classes[0] == champion ? 0 : 1;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto column = static_cast<Index>(i);
      note(group[i], other, costs.costs(own, column), costs.costs(1 - own, column));
    }
  }

  void note(Index j, int other, double own_cost, double other_cost) {
    int& champion = champion_[static_cast<std::size_t>(j)];
    if (own_cost < other_cost) {
      beaten_[place(j, other)] = 1;
    } else if (other_cost < own_cost && !settling_) {
      const int loser = champion;
      champion = other;
      for (int l = 0; l < p_; ++l) beaten_[place(j, l)] = l == loser ? 1 : 0;
    } else {
      champion = -1;
    }
  }

  const Classifier<T>& classifier_;
  ConstMatrixRef<T> signals_;
  const CodingOptions& coding_;
  const Context& context_;
  CodingSummary& summary_;
  int p_;
  bool settling_ = false;          ///< a champion that loses now is none
  std::vector<std::size_t> part_;  ///< of each pair of classes
  std::vector<int> champion_;
  std::vector<unsigned char> beaten_;  ///< by the champion of a signal: p entries each
};

}  // namespace

template <class T>
bool fit_for_tournament(const Classifier<T>& classifier) {
  return classifier.strategy == Strategy::kPairwise && classifier.vote == Vote::kMajority &&
         classifier.members.size() == 1 && classifier.n_classes() > 2;
}

template <class T>
std::vector<int> champions(const Classifier<T>& classifier, ConstMatrixRef<T> signals,
                           const CodingOptions& coding, const Context& context,
                           CodingSummary& summary) {
  return Tournament<T>(classifier, signals, coding, context, summary).run();
}

#define SUPDICT_INSTANTIATE(T)                                                    \
  template bool fit_for_tournament<T>(const Classifier<T>&);                      \
  template std::vector<int> champions<T>(const Classifier<T>&, ConstMatrixRef<T>, \
                                         const CodingOptions&, const Context&, CodingSummary&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::model
