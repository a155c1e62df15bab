// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/atom_votes.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace supdict::pictures {
namespace {

Matrix<double> atom_weights(const SupervisedDictionary<float>& model) {
  if (model.decision == Decision::kLinear) return model.W.transpose().cast<double>();
  const Index k = model.n_atoms();
  Matrix<double> weights(model.n_classes(), k);
  for (Index l = 0; l < model.n_classes(); ++l) {
    for (Index i = 0; i < k; ++i) {
      weights(l, i) = static_cast<double>(model.D.col(i).dot(model.W.col(l * k + i)));
    }
  }
  return weights;
}

}  // namespace

AtomVotes atom_votes(const SupervisedDictionary<float>& model) {
  AtomVotes votes;
  votes.weights = atom_weights(model);
  const Index p = votes.weights.rows();
  const Index k = votes.weights.cols();
  for (Index i = 0; i < k; ++i) {
    Index best = 0;
    const double largest = votes.weights.col(i).maxCoeff(&best);
    const double others = (votes.weights.col(i).sum() - largest) / static_cast<double>(p - 1);
    votes.favourite.push_back(static_cast<int>(best));
    votes.strength.push_back(std::max(0.0, largest - others));
  }
  votes.order.resize(k);
  std::iota(votes.order.begin(), votes.order.end(), Index{0});
  std::ranges::stable_sort(
      votes.order, {}, [&](Index i) { return std::pair(votes.favourite[i], -votes.strength[i]); });
  return votes;
}

std::vector<Index> strongest_atoms(const AtomVotes& votes, Index count) {
  if (count >= static_cast<Index>(votes.order.size())) return votes.order;
  std::vector<Index> by_strength = votes.order;
  std::stable_sort(by_strength.begin(), by_strength.end(),
                   [&](Index a, Index b) { return votes.strength[a] > votes.strength[b]; });
  std::vector<bool> kept(votes.order.size(), false);
  for (const Index i : std::span(by_strength).subspan(0, count)) kept[i] = true;
  std::vector<Index> chosen;
  std::copy_if(votes.order.begin(), votes.order.end(), std::back_inserter(chosen),
               [&](Index i) { return kept[i]; });
  return chosen;
}

std::string class_name(const Classifier<float>& classifier, int global_class) {
  if (global_class == kRest) return "rest";
  return classifier.labels.name(global_class);
}

std::string part_name(const Classifier<float>& classifier, const Part<float>& part) {
  switch (classifier.strategy) {
    case Strategy::kPairwise:
      return class_name(classifier, part.classes[0]) + " vs " +
             class_name(classifier, part.classes[1]);
    case Strategy::kOneVsRest:
      return class_name(classifier, part.classes[1]) + " vs rest";
    case Strategy::kMulticlass:
      break;
  }
  return "all classes";
}

}  // namespace supdict::pictures
