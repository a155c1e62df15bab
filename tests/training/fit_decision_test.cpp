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
      const auto own = static_cast<Index>(y[static_cast<std::size_t>(j)]);
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
    auto model = untrained<T>(decision, this->D, 2, 1, kKappa);
    const double before = this->objective(model, 0.1);
    fit_decision<T>(model, this->data.X, this->Alpha, this->y, 0.1);
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
  options.method = "rec";
  options.decision = "bilinear";
  options.atoms = 12;
  options.lambda2 = 0.1;
  const auto trained = train<T>(this->data.X, this->data.labels, options);
  const Classifier<T>& classifier = trained.classifier;
  const auto& rec = classifier.members[0].parts[0].model;
  const Matrix<T> X = classifier.preprocessing.template apply<T>(this->data.X);
  const Matrix<T> codes = transform<T>(rec.D, X, rec.lambda1, fast_coding());
  auto model = untrained<T>(Decision::kBilinear, rec.D, 2, 1, rec.lambda1);
  fit_decision<T>(model, X, codes, this->y, 0.1);
  const Matrix<double> g = decision_values<T>(model, X, codes);
  const Matrix<double> expected = decision_values<T>(rec, X, codes);
  EXPECT_LT((g - expected).cwiseAbs().maxCoeff(), 2e-2 * expected.cwiseAbs().maxCoeff());
}

TYPED_TEST(FitDecision, BadInputIsNamed) {
  using T = TypeParam;
  auto model = untrained<T>(Decision::kLinear, this->D, 2, 1, kKappa);
  const Matrix<T> few = this->Alpha.leftCols(3);
  EXPECT_THROW(fit_decision<T>(model, this->data.X, few, this->y, 0.1), Error);
  EXPECT_THROW(fit_decision<T>(model, this->data.X, this->Alpha, this->y, -1), Error);
  EXPECT_THROW(decision_values<T>(model, this->data.X, few), Error);
  std::vector<int> wrong = this->y;
  wrong[3] = 2;
  EXPECT_THROW(fit_decision<T>(model, this->data.X, this->Alpha, wrong, 0.1), Error);
}

}  // namespace
}  // namespace supdict
