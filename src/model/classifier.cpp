// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/classifier.hpp"

#include <algorithm>
#include <numeric>

#include "model/certification.hpp"
#include "model/prepared_classifier.hpp"
#include "model/probabilities.hpp"
#include "model/vote.hpp"
#include "supdict/error.hpp"

namespace supdict {
template <class T>
std::vector<PartCosts> Classifier<T>::costs(ConstMatrixRef<T> X, const CodingOptions& coding,
                                            const Context& context) const {
  return model::PreparedClassifier<T>(*this, coding).costs(X, context);
}

template <class T>
Classification Classifier<T>::decide(std::span<const PartCosts> costs) const {
  std::size_t expected = 0;
  for (const Member<T>& member : members) expected += member.parts.size();
  if (costs.empty() || costs.size() != expected) {
    throw Error(ErrorCode::kInvalidShape, "there are costs of " + std::to_string(costs.size()) +
                                              " parts; expected " + std::to_string(expected));
  }
  const Index m = costs.front().costs.cols();
  model::Ballot ballot(strategy, vote, n_classes(), m);
  model::Certification certification(strategy, n_classes(), m);
  std::vector<model::Opinion> opinions;
  CodingSummary summary;
  auto next = costs.begin();
  for (const Member<T>& member : members) {
    for (const Part<T>& part : member.parts) {
      ballot.add(part.classes, next->costs);
      opinions.push_back({&part.classes, &next->costs, member.calibration});
      certification.add(part.classes, *next);
      summary.merge(next->summary);
      ++next;
    }
  }
  Classification result = ballot.count();
  result.probabilities = model::class_probabilities(strategy, n_classes(), opinions, result.label);
  // REC has no bounds, and bounds are not carried through sums of probabilities.
  const bool follows =
      method != Method::kRec && (strategy != Strategy::kPairwise || vote == Vote::kMajority);
  result.certified =
      follows ? certification.proves(result.label) : std::vector<bool>(result.label.size(), false);
  result.summary = std::move(summary);
  return result;
}

template <class T>
Classification Classifier<T>::classify(ConstMatrixRef<T> X, const CodingOptions& coding,
                                       const Context& context) const {
  return model::PreparedClassifier<T>(*this, coding).classify(X, context);
}

template <class T>
Classification Classifier<T>::label(ConstMatrixRef<T> X, const CodingOptions& coding,
                                    const Context& context) const {
  return model::PreparedClassifier<T>(*this, coding).label(X, context);
}

template <class T>
std::vector<std::string> Classifier<T>::predict(ConstMatrixRef<T> X, const CodingOptions& coding,
                                                const Context& context) const {
  return model::PreparedClassifier<T>(*this, coding).predict(X, context);
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
  std::vector<int> order(scores.rows());
  for (Index j = 0; j < scores.cols(); ++j) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return scores(a, j) > scores(b, j); });
    for (Index i = 0; i < count; ++i) top(i, j) = order[i];
  }
  return top;
}

template class Classifier<float>;
template class Classifier<double>;

}  // namespace supdict
