// SPDX-License-Identifier: BSD-3-Clause
// Logistic regression on given codes.
#include <gtest/gtest.h>

#include "supdict/dictionary.hpp"
#include "supdict/error.hpp"
#include "supdict/logistic.hpp"
#include "supdict/predict.hpp"
#include "supdict/trainer.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

constexpr double kKappa = 0.15;

template <class T>
class FitDecision : public ::testing::Test {
 protected:
  FitDecision() : data(testing::mixed_patterns<T>(24, 200, 2, 0.2, 3)) {
    const Matrix<T> X = data.X.colwise().normalized();
    data.X = X;
    y = ClassLabels::from(data.labels).encode(data.labels);
    D = learn_dictionary<T>(data.X, {.atoms = 12, .kappa = kKappa}).D;
    Alpha = transform<T>(D, data.X, kKappa);
  }

  /// sum_j C_{y_j}(g) + lambda2 ||theta||^2.
  double objective(const SupervisedDictionary<T>& model, double lambda2) const {
    const Matrix<double> g = decision_values<T>(model, data.X, Alpha);
    double sum = lambda2 * static_cast<double>(model.W.squaredNorm() + model.b.squaredNorm());
    for (Index j = 0; j < g.cols(); ++j) {
      const auto own = static_cast<Index>(y[j]);
      sum += std::log((g.col(j).array() - g(own, j)).exp().sum());
    }
    return sum;
  }

  testing::LabelledSignals<T> data;
  std::vector<int> y;
  Matrix<T> D;
  Matrix<T> Alpha;
};

using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FitDecision, Scalars);

TYPED_TEST(FitDecision, NoDirectionLeadsDown) {
  using T = TypeParam;
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    auto model = untrained<T>(this->D, 2, decision, 1, kKappa);
    const double before = this->objective(model, 0.1);
    fit_decision<T>(model, this->data.X, this->Alpha, this->y, {}, 0.1);
    const double best = this->objective(model, 0.1);
    EXPECT_LT(best, 0.9 * before);
    for (Index i = 0; i < model.W.size(); i += 7) {
      for (const T step : {T(0.05), T(-0.05)}) {
        auto other = model;
        other.W.data()[i] += step;
        EXPECT_GT(this->objective(other, 0.1), best);
      }
    }
  }
}

TYPED_TEST(FitDecision, IsTheClassifierOfRec) {
  using T = TypeParam;
  TrainOptions options;
  options.method = Method::kRec;
  options.decision = Decision::kBilinear;
  options.atoms = 12;
  options.lambda2 = 0.1;
  const auto trained = train<T>(this->data.X, this->data.labels, options);
  const Classifier<T>& classifier = trained.classifier;
  const auto& rec = classifier.members[0].parts[0].model;
  const Matrix<T> X = classifier.preprocessing.template apply<T>(this->data.X);
  const Matrix<T> codes = transform<T>(rec.D, X, rec.lambda1, fast_coding());
  auto model = untrained<T>(rec.D, 2, Decision::kBilinear, 1, rec.lambda1);
  fit_decision<T>(model, X, codes, this->y, {}, 0.1);
  const Matrix<double> g = decision_values<T>(model, X, codes);
  const Matrix<double> expected = decision_values<T>(rec, X, codes);
  EXPECT_LT((g - expected).cwiseAbs().maxCoeff(), 2e-2 * expected.cwiseAbs().maxCoeff());
}

TYPED_TEST(FitDecision, BadInputIsNamed) {
  using T = TypeParam;
  auto model = untrained<T>(this->D, 2, Decision::kLinear, 1, kKappa);
  const Matrix<T> few = this->Alpha.leftCols(3);
  EXPECT_THROW(fit_decision<T>(model, this->data.X, few, this->y, {}, 0.1), Error);
  EXPECT_THROW(fit_decision<T>(model, this->data.X, this->Alpha, this->y, {}, -1), Error);
  EXPECT_THROW(decision_values<T>(model, this->data.X, few), Error);
  std::vector<int> wrong = this->y;
  wrong[3] = 2;
  EXPECT_THROW(fit_decision<T>(model, this->data.X, this->Alpha, wrong, {}, 0.1), Error);
}

TYPED_TEST(FitDecision, AWeightOfTwoIsTheSignalTwiceAndScaleIsSharedWithLambda2) {
  using T = TypeParam;
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    const auto fitted = [&](const Matrix<T>& X, const Matrix<T>& A, const std::vector<int>& labels,
                            const std::vector<double>& own, double lambda2) {
      auto model = untrained<T>(this->D, 2, decision, 1, kKappa);
      fit_decision<T>(model, X, A, labels, own, lambda2);
      return decision_values<T>(model, this->data.X, this->Alpha);
    };
    std::vector<double> weights(200, 1.0);
    weights[7] = weights[50] = 2;
    const Matrix<double> weighted = fitted(this->data.X, this->Alpha, this->y, weights, 0.3);
    std::vector<Index> order;
    for (Index j = 0; j < 200; ++j) order.push_back(j);
    order.insert(order.end(), {7, 50});
    std::vector<int> repeated_y;
    for (const Index j : order) repeated_y.push_back(this->y[static_cast<std::size_t>(j)]);
    const double tolerance = sizeof(T) == 8 ? 1e-3 : 2e-2;
    const Matrix<double> repeated = fitted(this->data.X(Eigen::all, order),
                                           this->Alpha(Eigen::all, order), repeated_y, {}, 0.3);
    EXPECT_LT((weighted - repeated).norm(), tolerance * repeated.norm());
    for (double& weight : weights) weight *= 8;
    const Matrix<double> scaled = fitted(this->data.X, this->Alpha, this->y, weights, 2.4);
    EXPECT_LT((scaled - weighted).norm(), tolerance * weighted.norm());
  }
}

TYPED_TEST(FitDecision, ClassesInAnotherOrderGiveTheirDecisionsInThatOrder) {
  using T = TypeParam;
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    const auto fitted = [&](const std::vector<int>& labels) {
      auto model = untrained<T>(this->D, 2, decision, 1, kKappa);
      fit_decision<T>(model, this->data.X, this->Alpha, labels, {}, 0.3);
      return decision_values<T>(model, this->data.X, this->Alpha);
    };
    std::vector<int> swapped = this->y;
    for (int& label : swapped) label = 1 - label;
    const Matrix<double> plain = fitted(this->y);
    const Matrix<double> found = fitted(swapped).colwise().reverse();
    EXPECT_LT((found - plain).norm(), (sizeof(T) == 8 ? 1e-9 : 1e-3) * plain.norm());
  }
}

}  // namespace
}  // namespace supdict
