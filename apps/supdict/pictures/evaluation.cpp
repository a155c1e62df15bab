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

/// The best class other than `excluded` (-1: none).
Index best_class(const Matrix<double>& scores, Index signal, Index excluded) {
  Index best = -1;
  for (Index l = 0; l < scores.rows(); ++l) {
    if (l != excluded && (best < 0 || scores(l, signal) > scores(best, signal))) best = l;
  }
  return best;
}

/// {class the margin is for, class it is against}
std::array<Index, 2> rivals(const Evaluation& evaluation, Index signal) {
  const auto at = static_cast<std::size_t>(signal);
  const Index own = evaluation.labelled() ? evaluation.truth[at] : evaluation.result.label[at];
  return {own, best_class(evaluation.result.scores, signal, own)};
}

/// By score; votes often tie, then by probability.
std::vector<Index> order_by_margin(const Evaluation& evaluation) {
  const auto m = static_cast<std::size_t>(evaluation.n_signals());
  std::vector<std::array<double, 2>> margins(m);
  for (std::size_t j = 0; j < m; ++j) {
    const auto signal = static_cast<Index>(j);
    const auto [own, rival] = rivals(evaluation, signal);
    const auto difference = [&, a = own, b = rival](const Matrix<double>& values) {
      return values(a, signal) - values(b, signal);
    };
    margins[j] = {difference(evaluation.result.scores),
                  difference(evaluation.result.probabilities)};
  }
  std::vector<Index> order(m);
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return margins[static_cast<std::size_t>(a)] < margins[static_cast<std::size_t>(b)];
  });
  return order;
}

bool has_class(const Part<float>& part, Index global) {
  return std::find(part.classes.begin(), part.classes.end(), static_cast<int>(global)) !=
         part.classes.end();
}

/// Local number of a class; the rest stands for classes that are not named.
int local_class(const Part<float>& part, Index global) {
  const auto found = std::find(part.classes.begin(), part.classes.end(), static_cast<int>(global));
  return found == part.classes.end() ? 0 : static_cast<int>(found - part.classes.begin());
}

const Part<float>& deciding_part(const Classifier<float>& classifier, Index predicted,
                                 Index other) {
  const auto& parts = classifier.members.front().parts;
  for (const Part<float>& part : parts) {
    const bool fits = classifier.strategy == Strategy::kPairwise
                          ? has_class(part, predicted) && has_class(part, other)
                          : has_class(part, predicted);
    if (fits) return part;
  }
  return parts.front();
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

Evaluation evaluate(const Classifier<float>& classifier, const Dataset& data,
                    const CodingOptions& coding, const Context& context) {
  Evaluation evaluation;
  if (data.labelled()) evaluation.truth = classifier.labels.encode(data.labels);
  evaluation.result = classifier.classify(data.X, coding, context);
  if (evaluation.labelled()) {
    const Index p = classifier.n_classes();
    evaluation.confusion = Matrix<Index>::Zero(p, p);
    for (std::size_t j = 0; j < evaluation.truth.size(); ++j) {
      ++evaluation.confusion(evaluation.truth[j], evaluation.result.label[j]);
    }
  }
  evaluation.order = order_by_margin(evaluation);
  return evaluation;
}

Explanation explain(const Classifier<float>& classifier, const Dataset& data,
                    const Evaluation& evaluation, Index signal, const CodingOptions& coding,
                    const Context& context) {
  const Index predicted = evaluation.result.label[static_cast<std::size_t>(signal)];
  const auto [own, rival] = rivals(evaluation, signal);
  const Index other = own == predicted ? rival : own;
  Explanation out;
  out.part = &deciding_part(classifier, predicted, other);
  out.predicted = local_class(*out.part, predicted);
  out.other = local_class(*out.part, other);
  const Matrix<float> X = classifier.preprocessing.apply<float>(data.X.middleCols(signal, 1));
  out.x = X.col(0);
  const SupervisedDictionary<float>& model = out.part->model;
  const PartCosts costs = part_costs<float>(*out.part, classifier.method, X, coding, context);
  out.costs.assign(costs.costs.data(), costs.costs.data() + costs.costs.rows());
  const Coder<float> coder(model, coding, context);
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
