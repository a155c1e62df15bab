// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace supdict::pictures {
namespace {

/// 97.5 % point of the normal distribution.
constexpr double kNormal975 = 1.959963984540054;

/// The best class other than `excluded` (-1: excludes none).
Index best_class(const Matrix<double>& scores, Index signal, Index excluded) {
  Index best = -1;
  for (Index l = 0; l < scores.rows(); ++l) {
    if (l != excluded && (best < 0 || scores(l, signal) > scores(best, signal))) best = l;
  }
  return best;
}

/// {class with the positive sign in the margin, class with the negative sign}
std::array<Index, 2> rivals(const Evaluation& evaluation, Index signal) {
  const Index own =
      evaluation.labelled() ? evaluation.truth[signal] : evaluation.result.label[signal];
  return {own, best_class(evaluation.result.scores, signal, own)};
}

/// By score and, because votes are often equal, then by probability.
std::vector<Index> order_by_margin(const Evaluation& evaluation) {
  std::vector<std::array<double, 2>> margins;
  for (Index signal = 0; signal < evaluation.n_signals(); ++signal) {
    const auto [own, rival] = rivals(evaluation, signal);
    const auto difference = [&, a = own, b = rival](const Matrix<double>& values) {
      return values(a, signal) - values(b, signal);
    };
    margins.push_back(
        {difference(evaluation.result.scores), difference(evaluation.result.probabilities)});
  }
  std::vector<Index> order(evaluation.n_signals());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return margins[a] < margins[b]; });
  return order;
}

bool has_class(const Part<float>& part, Index global) {
  return std::find(part.classes.begin(), part.classes.end(), static_cast<int>(global)) !=
         part.classes.end();
}

/// Local number of a class; classes that the part does not name belong to its rest.
int local_class(const Part<float>& part, Index global) {
  const auto found = std::find(part.classes.begin(), part.classes.end(), static_cast<int>(global));
  return found == part.classes.end() ? 0 : static_cast<int>(found - part.classes.begin());
}

/// Number of the part, of the first member.
Index deciding_part(const Classifier<float>& classifier, Index predicted, Index other) {
  const auto& parts = classifier.members.front().parts;
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part<float>& part) {
    return classifier.strategy == Strategy::kPairwise
               ? has_class(part, predicted) && has_class(part, other)
               : has_class(part, predicted);
  });
  return found == parts.end() ? 0 : found - parts.begin();
}

}  // namespace

Interval wilson_interval(double successes, double count) {
  if (!(count > 0)) return {0, 1};
  const double share = successes / count;
  const double z2 = kNormal975 * kNormal975;
  const double centre = (share + z2 / (2 * count)) / (1 + z2 / count);
  const double half = kNormal975 / (1 + z2 / count) *
                      std::sqrt(share * (1 - share) / count + z2 / (4 * count * count));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Evaluation evaluate(const Predictor<float>& predictor, const Dataset& data,
                    const Context& context) {
  const Classifier<float>& classifier = predictor.classifier();
  Evaluation evaluation;
  if (data.labelled()) evaluation.truth = classifier.labels.encode(data.labels);
  evaluation.result = predictor.classify(data.X, context);
  if (evaluation.labelled()) {
    const Index p = classifier.n_classes();
    evaluation.confusion = Matrix<Index>::Zero(p, p);
    for (std::size_t j = 0; j < evaluation.truth.size(); ++j) {
      ++evaluation.confusion(evaluation.truth[j], evaluation.result.label[j]);
      evaluation.reliability.add(evaluation.result.probabilities.col(static_cast<Index>(j)),
                                 evaluation.result.label[j], evaluation.truth[j]);
    }
  }
  evaluation.order = order_by_margin(evaluation);
  return evaluation;
}

Explanation explain(const Predictor<float>& predictor, const Dataset& data,
                    const Evaluation& evaluation, Index signal, const Context& context) {
  const Classifier<float>& classifier = predictor.classifier();
  const Index predicted = evaluation.result.label[signal];
  const auto [own, rival] = rivals(evaluation, signal);
  const Index other = own == predicted ? rival : own;
  Explanation out;
  const Index part = deciding_part(classifier, predicted, other);
  out.part = &predictor.part(part);
  out.predicted = local_class(*out.part, predicted);
  out.other = local_class(*out.part, other);
  const Matrix<float> X = classifier.preprocessing.apply<float>(data.X.middleCols(signal, 1));
  out.x = X.col(0);
  const SupervisedDictionary<float>& model = out.part->model;
  const PartCosts costs = predictor.part_costs(part, X, context);
  out.costs.assign(costs.costs.data(), costs.costs.data() + costs.costs.rows());
  const Coder<float> coder = predictor.coder(part, context);
  if (classifier.method == Method::kRec) {
    out.code = coder.lasso(X).code(0);
  } else {
    const std::array<int, 2> hypotheses = {out.predicted, out.other};
    const Codes<float> codes = coder.encode(X, hypotheses);
    out.code = codes.code(0, 0);
    out.other_reconstruction = model.D * codes.code(0, 1);
  }
  out.reconstruction = model.D * out.code;
  return out;
}

}  // namespace supdict::pictures
