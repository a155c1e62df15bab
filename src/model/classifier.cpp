// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/classifier.hpp"

#include <algorithm>
#include <numeric>

#include "core/check.hpp"
#include "model/tournament.hpp"
#include "model/vote.hpp"

namespace supdict {
namespace {

/// Signals classified at a time: bounds the memory for codes, large enough for every thread.
constexpr Index kChunk = 2048;
/// The same where signals are sorted into groups, one per pair.
constexpr Index kLabelChunk = 8192;

std::size_t expected_parts(Strategy strategy, int p) {
  switch (strategy) {
    case Strategy::kMulticlass:
      return 1;
    case Strategy::kOneVsRest:
      return static_cast<std::size_t>(p);
    case Strategy::kPairwise:
      return static_cast<std::size_t>(p) * static_cast<std::size_t>(p - 1) / 2;
  }
  return 0;
}

template <class T>
void check_part(const Part<T>& part, Index n_features, int n_classes) {
  part.model.validate();
  if (part.model.n_features() != n_features) {
    throw Error(ErrorCode::kInvalidShape, "a part has " + std::to_string(part.model.n_features()) +
                                              " features; expected " + std::to_string(n_features));
  }
  if (std::ssize(part.classes) != part.model.n_classes()) {
    throw Error(ErrorCode::kInvalidShape, "a part names " + std::to_string(part.classes.size()) +
                                              " classes; expected " +
                                              std::to_string(part.model.n_classes()));
  }
  for (const int l : part.classes) {
    if (l >= kRest && l < n_classes) continue;
    throw Error(ErrorCode::kInvalidValue, "a part names class " + std::to_string(l) +
                                              "; expected one below " + std::to_string(n_classes));
  }
}

}  // namespace

template <class T>
void Classifier<T>::validate() const {
  if (members.empty()) {
    throw Error(ErrorCode::kInvalidShape, "the classifier has no members; expected at least one");
  }
  for (const Member<T>& member : members) {
    const std::size_t expected = expected_parts(strategy, n_classes());
    if (member.parts.size() != expected) {
      throw Error(ErrorCode::kInvalidShape, "a member has " + std::to_string(member.parts.size()) +
                                                " parts; expected " + std::to_string(expected) +
                                                " for " + to_string(strategy) + " with " +
                                                std::to_string(n_classes()) + " classes");
    }
    for (const Part<T>& part : member.parts) {
      const bool binary = strategy != Strategy::kMulticlass;
      const bool rest = strategy == Strategy::kOneVsRest;
      const Index expected_classes = binary ? 2 : n_classes();
      if (std::ssize(part.classes) != expected_classes ||
          std::count(part.classes.begin(), part.classes.end(), kRest) != (rest ? 1 : 0) ||
          (rest && part.classes[0] != kRest)) {
        throw Error(ErrorCode::kInvalidShape,
                    "the classes of a part do not fit the strategy " + to_string(strategy));
      }
      check_part(part, preprocessing.n_features(), n_classes());
    }
  }
}

template <class T>
std::vector<PartCosts> Classifier<T>::costs(ConstMatrixRef<T> X, const CodingOptions& coding,
                                            const Context& context) const {
  const Matrix<T> signals = preprocessing.apply<T>(X);
  std::vector<PartCosts> all;
  for (const Member<T>& member : members) {
    for (const Part<T>& part : member.parts) {
      all.push_back(part_costs<T>(part, method, signals, coding, context));
    }
  }
  return all;
}

template <class T>
Classification Classifier<T>::decide(std::span<const PartCosts> costs) const {
  std::size_t expected = 0;
  for (const Member<T>& member : members) expected += member.parts.size();
  if (costs.empty() || costs.size() != expected) {
    throw Error(ErrorCode::kInvalidShape, "there are costs of " + std::to_string(costs.size()) +
                                              " parts; expected " + std::to_string(expected));
  }
  model::Ballot ballot(strategy, vote, n_classes(), costs.front().costs.cols());
  CodingSummary summary;
  auto next = costs.begin();
  for (const Member<T>& member : members) {
    for (const Part<T>& part : member.parts) {
      ballot.add(part.classes, next->costs, next->gaps, method != Method::kRec);
      summary.merge(next->summary);
      ++next;
    }
  }
  Classification result = ballot.count();
  result.summary = std::move(summary);
  return result;
}

template <class T>
Classification Classifier<T>::classify(ConstMatrixRef<T> X, const CodingOptions& coding,
                                       const Context& context) const {
  validate();
  Classification result;
  const Index m = X.cols();
  result.scores.resize(n_classes(), m);
  result.probabilities.resize(n_classes(), m);
  for (Index first = 0; first < m; first += kChunk) {
    const Index count = std::min(kChunk, m - first);
    const Classification chunk = decide(costs(X.middleCols(first, count), coding, context));
    result.scores.middleCols(first, count) = chunk.scores;
    result.probabilities.middleCols(first, count) = chunk.probabilities;
    result.label.insert(result.label.end(), chunk.label.begin(), chunk.label.end());
    result.certified.insert(result.certified.end(), chunk.certified.begin(), chunk.certified.end());
    result.summary.merge(chunk.summary);
  }
  return result;
}

template <class T>
Classification Classifier<T>::label(ConstMatrixRef<T> X, const CodingOptions& coding,
                                    const Context& context) const {
  validate();
  Classification result;
  if (!model::fit_for_tournament(*this)) {
    Classification all = classify(X, coding, context);
    result.label = std::move(all.label);
    result.summary = std::move(all.summary);
    return result;
  }
  for (Index first = 0; first < X.cols(); first += kLabelChunk) {
    const Index count = std::min(kLabelChunk, X.cols() - first);
    const Matrix<T> signals = preprocessing.apply<T>(X.middleCols(first, count));
    const std::vector<int> found =
        model::champions<T>(*this, signals, coding, context, result.summary);
    result.label.insert(result.label.end(), found.begin(), found.end());
  }
  std::vector<Index> open;
  for (Index j = 0; j < X.cols(); ++j) {
    if (result.label[static_cast<std::size_t>(j)] < 0) open.push_back(j);
  }
  const Matrix<T> rest = X(Eigen::all, open);
  const Classification all = classify(rest, coding, context);
  for (std::size_t i = 0; i < open.size(); ++i) {
    result.label[static_cast<std::size_t>(open[i])] = all.label[i];
  }
  result.summary.merge(all.summary);
  return result;
}

template <class T>
std::vector<std::string> Classifier<T>::predict(ConstMatrixRef<T> X, const CodingOptions& coding,
                                                const Context& context) const {
  std::vector<std::string> names;
  for (const int l : label(X, coding, context).label) names.push_back(labels.name(l));
  return names;
}

template <class T>
Matrix<double> Classifier<T>::predict_proba(ConstMatrixRef<T> X, const CodingOptions& coding,
                                            const Context& context) const {
  return classify(X, coding, context).probabilities;
}

template <class T>
Matrix<double> Classifier<T>::decision_function(ConstMatrixRef<T> X, const CodingOptions& coding,
                                                const Context& context) const {
  return classify(X, coding, context).scores;
}

Matrix<int> top_classes(const Matrix<double>& scores, Index count) {
  if (count < 1 || count > scores.rows()) {
    throw Error(ErrorCode::kInvalidOption, "top is " + std::to_string(count) + "; expected 1 to " +
                                               std::to_string(scores.rows()) +
                                               ", the number of classes");
  }
  Matrix<int> top(count, scores.cols());
  std::vector<int> order(static_cast<std::size_t>(scores.rows()));
  for (Index j = 0; j < scores.cols(); ++j) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return scores(a, j) > scores(b, j); });
    for (Index i = 0; i < count; ++i) top(i, j) = order[static_cast<std::size_t>(i)];
  }
  return top;
}

template class Classifier<float>;
template class Classifier<double>;

}  // namespace supdict
