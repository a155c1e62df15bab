// SPDX-License-Identifier: BSD-3-Clause
#include "model/probabilities.hpp"

#include "core/softmax.hpp"
#include "model/coupling.hpp"

namespace supdict::model {
namespace {

/// The opinion of several members on a pair is the mean of their probabilities. The sum is used,
/// because a common factor does not change the result.
Vector<double> of_pairs(int p, std::span<const Opinion> opinions, Index j) {
  Matrix<double> win = Matrix<double>::Zero(p, p);
  for (const Opinion& part : opinions) {
    const int a = (*part.classes)[0];
    const int b = (*part.classes)[1];
    const double difference = part.calibration * ((*part.costs)(1, j) - (*part.costs)(0, j));
    win(a, b) += pair_probability(difference);
    win(b, a) += pair_probability(-difference);
  }
  return couple_pairs(std::move(win));
}

Vector<double> of_classes_against_rest(int p, std::span<const Opinion> opinions, Index j) {
  Vector<double> sum = Vector<double>::Zero(p);
  for (const Opinion& part : opinions) {
    const double difference = part.calibration * ((*part.costs)(0, j) - (*part.costs)(1, j));
    sum[(*part.classes)[1]] += pair_probability(difference);
  }
  return sum / sum.sum();
}

Vector<double> of_all_classes(int p, std::span<const Opinion> opinions, Index j) {
  Vector<double> sum = Vector<double>::Zero(p);
  Vector<double> local(p);
  for (const Opinion& part : opinions) {
    core::softmin(part.costs->col(j), part.calibration, local);
    for (Index i = 0; i < p; ++i) sum[(*part.classes)[i]] += local[i];
  }
  return sum / sum.sum();
}

}  // namespace

Matrix<double> class_probabilities(Strategy strategy, int n_classes,
                                   std::span<const Opinion> opinions, std::span<const int> label) {
  const auto combine = strategy == Strategy::kPairwise    ? &of_pairs
                       : strategy == Strategy::kOneVsRest ? &of_classes_against_rest
                                                          : &of_all_classes;
  Matrix<double> probabilities(n_classes, std::ssize(label));
  for (Index j = 0; j < probabilities.cols(); ++j) {
    probabilities.col(j) = combine(n_classes, opinions, j);
    put_first(label[j], probabilities.col(j));
  }
  return probabilities;
}

}  // namespace supdict::model
